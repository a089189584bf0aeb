import { useLayoutEffect } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import type { StorageNotice_storage$key } from '../../__generated__/StorageNotice_storage.graphql.ts'
import type { StorageNoticeQuery } from '../../__generated__/StorageNoticeQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { offersExport, useExportDialog } from '../../shared/exportDialog.ts'
import { isDeletionNear } from '../../shared/storage/deletionMemory.ts'
import { OrderLink } from '../../shared/storage/OrderLink.tsx'
import { useStorageTexts } from '../../shared/storage/useStorageTexts.ts'
import { Button } from '../../ui/Button.tsx'
import { Mention } from './Mention.tsx'

export const storageNoticeQuery = graphql`
  query StorageNoticeQuery {
    viewer {
      library {
        photosCount
        storage {
          status
          ...StorageNotice_storage
        }
      }
    }
  }
`

const fragment = graphql`
  fragment StorageNotice_storage on StorageStatus {
    status
    deletionDate
    isEstimate
    ...useStorageTexts_storage
  }
`

export interface StorageNoticeProps {
  readonly queryReference: PreloadedQuery<StorageNoticeQuery>
  /** Called before the notice is painted, with true if photos will be deleted soon; null if that is unknown. */
  readonly onAnswer: (isNear: boolean | null) => void
}

/** Says how long the photos are still kept. Renders nothing if there are no photos or the time is unknown. */
export function StorageNotice({ queryReference, onAnswer }: StorageNoticeProps) {
  const { viewer } = usePreloadedQuery<StorageNoticeQuery>(storageNoticeQuery, queryReference)
  const { photosCount, storage } = viewer?.library ?? {}
  const isNear = isDeletionNear({ photosCount, storage })
  useLayoutEffect(() => onAnswer(isNear), [isNear, onAnswer])
  return storage && photosCount !== 0 && <Notice storage={storage} />
}

const tones: Partial<Record<string, 'warning' | 'danger'>> = { WARNING: 'warning', CRITICAL: 'danger' }

function Notice({ storage }: { readonly storage: StorageNotice_storage$key }) {
  const { formatMessage, formatDate } = useIntl()
  const { status, deletionDate, isEstimate, ...period } = useFragment(fragment, storage)
  const { sentence, orderBy } = useStorageTexts(period)
  const { config } = useSession()
  const exportDialog = useExportDialog()
  const isNear = status !== 'SAFE'
  const day = formatDate(deletionDate, { dateStyle: 'full', timeZone: 'UTC' })
  const date = isEstimate ? formatMessage({ id: 'storage.estimated' }, { text: day }) : day
  const deletion = isNear ? `${formatMessage({ id: 'overview.deletion' }, { date })} ` : ''
  return (
    <Mention
      label={formatMessage({ id: 'storage.status' })}
      sentence={sentence}
      text={`${deletion}${orderBy}`}
      tone={tones[status]}
    >
      {isNear && (
        <>
          <OrderLink variant="primary" size="small" />
          {offersExport(config) && (
            <Button size="small" aria-haspopup="dialog" onPress={exportDialog.open}>
              {formatMessage({ id: 'export.title' })}
            </Button>
          )}
        </>
      )}
    </Mention>
  )
}

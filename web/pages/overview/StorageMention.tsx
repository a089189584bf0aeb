import { useIntl } from 'react-intl'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { StorageMention_storage$key } from '../../__generated__/StorageMention_storage.graphql.ts'
import type { StorageMentionQuery } from '../../__generated__/StorageMentionQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { OrderLink } from '../../shared/storage/OrderLink.tsx'
import { useStorageTexts } from '../../shared/storage/useStorageTexts.ts'
import styles from './StorageMention.module.css'

const query = graphql`
  query StorageMentionQuery {
    viewer {
      library {
        photosCount
        storage {
          ...StorageMention_storage
        }
      }
    }
  }
`

const fragment = graphql`
  fragment StorageMention_storage on StorageStatus {
    status
    ...useStorageTexts_storage
  }
`

/** How long the photos are still kept, at the end of the overview: nothing stands below that would move. */
export function StorageMention() {
  const { reference } = useFreshQuery<StorageMentionQuery>(query)
  return reference && <Mention queryReference={reference} />
}

function Mention({ queryReference }: { readonly queryReference: PreloadedQuery<StorageMentionQuery> }) {
  const { viewer } = usePreloadedQuery<StorageMentionQuery>(query, queryReference)
  const library = viewer?.library
  // Without photos nothing is going to be deleted.
  if (!library?.storage || library.photosCount === 0) return null
  return <Period storage={library.storage} />
}

function Period({ storage }: { readonly storage: StorageMention_storage$key }) {
  const { formatMessage } = useIntl()
  const period = useFragment(fragment, storage)
  const { sentence, orderBy } = useStorageTexts(period)
  return (
    <section
      aria-label={formatMessage({ id: 'storage.status' })}
      data-status={period.status}
      className={styles.mention}
    >
      <div>
        <p className={styles.sentence}>{sentence}</p>
        <p className={styles.text}>{orderBy}</p>
      </div>
      {period.status !== 'SAFE' && <OrderLink variant={period.status === 'CRITICAL' ? 'primary' : 'secondary'} />}
    </section>
  )
}

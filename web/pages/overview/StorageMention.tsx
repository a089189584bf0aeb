import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { StorageMention_storage$key } from '../../__generated__/StorageMention_storage.graphql.ts'
import { OrderLink } from '../../shared/storage/OrderLink.tsx'
import { useStorageTexts } from '../../shared/storage/useStorageTexts.ts'
import { Mention } from './Mention.tsx'

const fragment = graphql`
  fragment StorageMention_storage on StorageStatus {
    status
    ...useStorageTexts_storage
  }
`

export interface StorageMentionProps {
  readonly storage: StorageMention_storage$key
}

const tones: Partial<Record<string, 'warning' | 'danger'>> = { WARNING: 'warning', CRITICAL: 'danger' }

/** How long the photos are still kept. */
export function StorageMention({ storage }: StorageMentionProps) {
  const { formatMessage } = useIntl()
  const period = useFragment(fragment, storage)
  const { status } = period
  const { sentence, orderBy } = useStorageTexts(period)
  return (
    <Mention label={formatMessage({ id: 'storage.status' })} sentence={sentence} text={orderBy} tone={tones[status]}>
      {status !== 'SAFE' && <OrderLink variant={status === 'CRITICAL' ? 'primary' : 'secondary'} />}
    </Mention>
  )
}

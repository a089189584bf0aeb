import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { StorageBanner_storage$key } from '../../../__generated__/StorageBanner_storage.graphql.ts'
import { OrderLink } from '../../../shared/storage/OrderLink.tsx'
import { useStorageTexts } from '../../../shared/storage/useStorageTexts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Banner, actionClass } from '../banner/Banner.tsx'
import { focusMain } from '../banner/focusMain.ts'
import { dismissBanner } from './storageMemory.ts'

const fragment = graphql`
  fragment StorageBanner_storage on StorageStatus {
    status
    deletionDate
    monthsRemaining
    ...useStorageTexts_storage
  }
`

export interface StorageBannerProps {
  readonly storage: StorageBanner_storage$key
  readonly onDetails: () => void
  /** Called when the user has dismissed the banner and this has been stored. */
  readonly onDismiss: () => void
}

/**
 * Says how long photos are still kept, and how to keep them longer. The banner of an imminent deletion cannot be
 * dismissed.
 */
export function StorageBanner({ storage, onDetails, onDismiss }: StorageBannerProps) {
  const { formatMessage } = useIntl()
  const { status, deletionDate, monthsRemaining, ...period } = useFragment(fragment, storage)
  const { sentence, short, orderBy } = useStorageTexts(period)
  const isCritical = status === 'CRITICAL'
  const dismiss = () => {
    dismissBanner({ deletionDate, monthsRemaining })
    onDismiss()
    focusMain()
  }
  return (
    <Banner
      title={sentence}
      brief={short}
      tone={isCritical ? 'danger' : 'accent'}
      actions={
        <>
          {status !== 'SAFE' && <OrderLink variant="primary" size="small" className={actionClass} />}
          <Button variant="quiet" size="small" className={actionClass} aria-haspopup="dialog" onPress={onDetails}>
            {formatMessage({ id: 'common.details' })}
          </Button>
        </>
      }
      onClose={isCritical ? undefined : dismiss}
    >
      {orderBy}
    </Banner>
  )
}

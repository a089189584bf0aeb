import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { StorageButton_storage$key } from '../../../__generated__/StorageButton_storage.graphql.ts'
import { useStorageTexts } from '../../../shared/storage/useStorageTexts.ts'
import { Button } from '../../../ui/Button.tsx'
import { icon } from '../../../ui/icons.tsx'
import { WarningIcon } from '../../../ui/laterIcons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './StorageButton.module.css'

const fragment = graphql`
  fragment StorageButton_storage on StorageStatus {
    status
    ...useStorageTexts_storage
  }
`

const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.2 2" />
  </>,
)

export interface StorageButtonProps {
  readonly storage: StorageButton_storage$key
  /** False if there are no photos that could be deleted. */
  readonly hasPhotos: boolean
  readonly onPress: () => void
}

/** Shows in a word or two how long photos are still kept. Opens the dialog with the details. */
export function StorageButton({ storage, hasPhotos, onPress }: StorageButtonProps) {
  const { formatMessage } = useIntl()
  const period = useFragment(fragment, storage)
  const { short } = useStorageTexts(period)
  const name = formatMessage({ id: 'storage.status' })
  const status = hasPhotos ? period.status : 'SAFE'
  return (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      data-status={status}
      className={styles.button}
      icon={status === 'CRITICAL' ? <WarningIcon size={20} /> : <ClockIcon size={20} />}
      onPress={onPress}
    >
      {hasPhotos ? (
        <>
          <VisuallyHidden>{name}: </VisuallyHidden>
          {short}
        </>
      ) : (
        name
      )}
    </Button>
  )
}

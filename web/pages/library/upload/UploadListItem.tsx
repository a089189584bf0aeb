import { memo } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { uploadedPhotoPath } from '../../../shared/paths.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CheckIcon, CloseIcon, InfoIcon, RetryIcon, WarningIcon } from '../../../ui/laterIcons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { itemStatus } from './uploadTexts.ts'
import { canRetry, canStop, type UploadItem } from './uploadTypes.ts'
import { UploadThumbnail } from './UploadThumbnail.tsx'
import styles from './UploadListItem.module.css'

export interface UploadItemActions {
  cancel(id: string): void
  remove(id: string): void
  retry(id: string): void
}

interface UploadListItemProps {
  readonly item: UploadItem
  readonly actions: UploadItemActions
}

/** One file with its state and actions. */
export const UploadListItem = memo(function UploadListItem({ item, actions }: UploadListItemProps) {
  const intl = useIntl()
  const isUploading = item.state === 'uploading' || item.state === 'processing'
  return (
    <div className={styles.item} data-state={item.state}>
      <UploadThumbnail file={item.file} />
      <div className={styles.texts}>
        <span className={styles.name} title={item.name}>
          {item.name}
        </span>
        <span className={classes(styles.status, item.state === 'failed' && styles.failed)}>
          <StatusIcon item={item} />
          {itemStatus(item, intl)}
        </span>
        {isUploading && (
          <span className={styles.track} aria-hidden="true">
            <span className={styles.fill} style={{ transform: `scaleX(${item.bytesSent / item.size})` }} />
          </span>
        )}
      </div>
      {(item.state === 'duplicate' || !item.hasPicture) && item.imageId !== null && (
        <AppLink to={uploadedPhotoPath(item.imageId)} className={styles.show}>
          {intl.formatMessage({ id: 'upload.show' })} <VisuallyHidden>{item.name}</VisuallyHidden>
        </AppLink>
      )}
      <Actions item={item} actions={actions} />
    </div>
  )
})

function StatusIcon({ item: { state, hasPicture } }: Pick<UploadListItemProps, 'item'>) {
  if (!hasPicture) return <InfoIcon size={16} />
  if (state === 'added' || state === 'kept' || state === 'duplicate')
    return <CheckIcon size={16} className={classes(styles.success)} />
  if (state === 'failed') return <WarningIcon size={16} />
  return null
}

function Actions({ item, actions }: UploadListItemProps) {
  const { formatMessage } = useIntl()
  const { id, name, state } = item
  const isRemovable = state === 'chosen' || state === 'kept' || state === 'failed' || state === 'cancelled'
  return (
    <div className={styles.actions}>
      {canRetry(item) && (
        <IconButton
          label={formatMessage({ id: 'upload.item.retry' }, { name })}
          icon={<RetryIcon size={18} />}
          onPress={() => actions.retry(id)}
        />
      )}
      {canStop(item) && (
        <IconButton
          label={formatMessage({ id: 'upload.item.cancel' }, { name })}
          icon={<CloseIcon size={18} />}
          onPress={() => actions.cancel(id)}
        />
      )}
      {isRemovable && (
        <IconButton
          label={formatMessage({ id: 'upload.item.remove' }, { name })}
          icon={<CloseIcon size={18} />}
          onPress={() => actions.remove(id)}
        />
      )}
    </div>
  )
}

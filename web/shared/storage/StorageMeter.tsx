import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { WarningIcon } from '../../ui/laterIcons.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useFileSize } from '../fileSize.ts'
import styles from './StorageMeter.module.css'
import { storageLevel, type StorageUsage } from './storageUsage.ts'

export interface StorageMeterProps {
  readonly usage: StorageUsage
}

/** Shows how much storage space is used. From 80 %, warns and says how to make room. */
export function StorageMeter({ usage }: StorageMeterProps) {
  const { formatMessage } = useIntl()
  const { trashDays } = useSession().config
  const fileSize = useFileSize()
  const { usedBytes, quotaBytes } = usage
  const level = storageLevel(usage)
  return (
    <div className={styles.meter}>
      <p className={styles.amount}>
        <span>{formatMessage({ id: 'storage.space' })}</span>
        <span>{formatMessage({ id: 'storage.used' }, { used: fileSize(usedBytes), quota: fileSize(quotaBytes) })}</span>
      </p>
      <ProgressBar
        label={formatMessage({ id: 'storage.space' })}
        value={Math.min(100, (usedBytes / quotaBytes) * 100)}
        tone={level === 'free' ? 'accent' : 'danger'}
      />
      {level !== 'free' && (
        <p className={styles.warning}>
          <WarningIcon size={20} />
          <span>
            <strong>
              <FormattedMessage id={level === 'full' ? 'storage.full' : 'storage.nearlyFull'} />
            </strong>{' '}
            <FormattedMessage id="storage.makeRoom" values={{ hasTrash: trashDays > 0 ? 'yes' : 'no' }} />
          </span>
        </p>
      )}
    </div>
  )
}

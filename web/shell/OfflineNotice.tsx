import { useIntl } from 'react-intl'
import { OfflineIcon } from '../ui/icons.tsx'
import styles from './OfflineNotice.module.css'
import { useIsOnline } from './useIsOnline.ts'

/** Shown while the browser has no network. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  const { formatMessage } = useIntl()
  return (
    <output className={styles.region}>
      {!isOnline && (
        <p data-dock="bar" className={styles.notice}>
          <OfflineIcon size={18} />
          {formatMessage({ id: 'shell.offline' })}
        </p>
      )}
    </output>
  )
}

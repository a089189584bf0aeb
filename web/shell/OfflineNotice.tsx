import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { OfflineIcon } from '../ui/icons.tsx'
import styles from './OfflineNotice.module.css'

/** Shown while the browser has no network. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
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

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

import { useIntl } from 'react-intl'
import { OfflineIcon } from '../ui/laterIcons.tsx'
import { useRootAttribute } from '../ui/useRootAttribute.ts'
import styles from './ConnectionNotice.module.css'
import { useIsOnline } from './useIsOnline.ts'
import { useIsSlow } from './useIsSlow.ts'

/**
 * Shown while the browser has no network, and while an answer takes longer than usual. It moves nothing on the page.
 */
export function ConnectionNotice() {
  const isOnline = useIsOnline()
  const isSlow = useIsSlow()
  const { formatMessage } = useIntl()
  useRootAttribute('data-has-notice', !isOnline || isSlow)
  return (
    <output>
      {!isOnline && (
        <p className={styles.notice}>
          <OfflineIcon size={18} />
          {formatMessage({ id: 'shell.offline' })}
        </p>
      )}
      {isOnline && isSlow && <p className={styles.notice}>{formatMessage({ id: 'shell.slow' })}</p>}
    </output>
  )
}

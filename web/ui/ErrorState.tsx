import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import { RetryIcon } from './icons.tsx'
import styles from './ErrorState.module.css'

export interface ErrorStateProps {
  /** What could not be done. */
  readonly message: string
  /** Without it there is nothing to try again. */
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean
  /** What customer care can look for; empty when no request was involved. */
  readonly correlationId?: string | undefined
}

/** Says that a part of the page failed, and offers to try again. */
export function ErrorState({ message, onRetry, isRetrying = false, correlationId }: ErrorStateProps) {
  const { formatMessage } = useIntl()
  return (
    <div role="alert" className={styles.state}>
      <p className={styles.message}>{message}</p>
      {correlationId && (
        <p className={styles.reference}>{formatMessage({ id: 'common.reference' }, { correlationId })}</p>
      )}
      {onRetry && (
        <Button icon={<RetryIcon size={18} />} isPending={isRetrying} onPress={onRetry}>
          {formatMessage({ id: 'common.retry' })}
        </Button>
      )}
    </div>
  )
}

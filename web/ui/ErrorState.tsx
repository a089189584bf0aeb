import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import { RetryIcon } from './icons.tsx'
import styles from './ErrorState.module.css'

export interface ErrorStateProps {
  readonly message: string
  /** Without it there is no Retry button. */
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean
  /** The id by which customer care finds the request in the logs. Missing or empty if there was no request. */
  readonly correlationId?: string | undefined
}

/** The notice that a part of the page failed, with a Retry button. */
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

import { type ComponentType, Suspense, lazy, useRef } from 'react'
import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import type { MessageTopic } from './MessagePicture.tsx'
import { useFocusOnPart } from './useFocusOnPart.ts'
import styles from './ErrorState.module.css'

const MessagePicture = lazy<ComponentType<{ readonly topic: MessageTopic }>>(async () => {
  try {
    return { default: (await import('./MessagePicture.tsx')).MessagePicture }
  } catch {
    // Without a network, the code of the picture cannot be loaded either.
    return { default: () => null }
  }
})

export interface ErrorStateProps {
  readonly message: string
  readonly topic?: MessageTopic
  /** Called by the Retry button. Without this function there is no Retry button. */
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean
  /** The id by which customer care finds the request in the logs. Missing or empty if there was no request. */
  readonly correlationId?: string | undefined
}

/** The notice that a part of the page failed, with a Retry button: a small `MessagePage`. */
export function ErrorState({ message, topic = 'failed', onRetry, isRetrying = false, correlationId }: ErrorStateProps) {
  const { formatMessage } = useIntl()
  const notice = useRef<HTMLDivElement>(null)
  useFocusOnPart(notice)
  return (
    <div ref={notice} role="alert" className={styles.state}>
      <div className={styles.picture}>
        <Suspense fallback={null}>
          <MessagePicture topic={topic} />
        </Suspense>
      </div>
      <p className={styles.message}>{message}</p>
      {correlationId && (
        <p className={styles.reference}>{formatMessage({ id: 'common.reference' }, { correlationId })}</p>
      )}
      {onRetry && (
        <Button isPending={isRetrying} onPress={onRetry}>
          {formatMessage({ id: 'common.retry' })}
        </Button>
      )}
    </div>
  )
}

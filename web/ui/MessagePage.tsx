import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { hasContent } from './hasContent.ts'
import { type MessageTopic, MessagePicture } from './MessagePicture.tsx'
import styles from './MessagePage.module.css'

export interface MessagePageProps {
  readonly topic: MessageTopic
  /** What has happened, in a few words. The page's title names it too. */
  readonly title: string
  /** Why it has happened, and which data is safe. */
  readonly children?: ReactNode
  /** What to do next: a primary button or link, and at most one other button or link. */
  readonly actions?: ReactNode
  /** The id by which customer care finds the request in the logs. Missing or empty if there was no request. */
  readonly correlationId?: string | undefined
}

/**
 * A page with one message, in the same place and size whatever the message. It uses neither router nor session, so it
 * can also be shown when the client could not start; then `PlainFrame` is around it.
 */
export function MessagePage({ topic, title, children, actions, correlationId }: MessagePageProps) {
  const { formatMessage } = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(heading)
  return (
    <div className={styles.page}>
      <MessagePicture topic={topic} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {hasContent(children) && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {correlationId && (
        <p className={styles.reference}>{formatMessage({ id: 'common.reference' }, { correlationId })}</p>
      )}
    </div>
  )
}

/** Moves the focus to the heading, unless the focus is in a menu or dialog that the customer is using. */
function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // One frame later, because a closing dialog first tries to focus the element that opened it, and a navigation
    // focuses the main element.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.contains(heading.current)) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [heading])
}

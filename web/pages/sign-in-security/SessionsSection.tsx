import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SessionsSection_viewer$key } from '../../__generated__/SessionsSection_viewer.graphql.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { EndOtherSessionsDialog } from './EndOtherSessionsDialog.tsx'
import { SessionListItem } from './SessionListItem.tsx'
import styles from './SignInSecurityPage.module.css'

const fragment = graphql`
  fragment SessionsSection_viewer on Viewer {
    sessions @catch(to: RESULT) {
      id
      isCurrent
      ...SessionListItem_session
    }
  }
`

export interface SessionsSectionProps {
  readonly viewer: SessionsSection_viewer$key
  readonly onRetry: () => void
}

/**
 * Where the customer is signed in: this browser first. Shows nothing if the identity service does not list sessions.
 */
export function SessionsSection({ viewer, onRetry }: SessionsSectionProps) {
  const { formatMessage } = useIntl()
  const { sessions: result } = useFragment(fragment, viewer)
  const [isEndingOthers, setEndingOthers] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = result.ok ? result.value : []
  if (!sessions) return null
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1} className={styles.heading}>
        {formatMessage({ id: 'signInSecurity.sessions.title' })}
      </h2>
      <p className={styles.text}>{formatMessage({ id: 'signInSecurity.sessions.text' })}</p>
      {!result.ok && (
        <PartFailure message={formatMessage({ id: 'signInSecurity.sessions.loadFailed' })} onRetry={onRetry} />
      )}
      {sessions.length > 0 && (
        <ul className={styles.list} aria-labelledby="sessions">
          {[...sessions.filter(({ isCurrent }) => isCurrent), ...others].map((session) => (
            <SessionListItem key={session.id} session={session} onEnded={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {result.ok && others.length === 0 && (
        <p className={styles.text}>{formatMessage({ id: 'signInSecurity.sessions.onlyThis' })}</p>
      )}
      {others.length > 0 && (
        <div className={styles.after}>
          <Button aria-haspopup="dialog" onPress={() => setEndingOthers(true)}>
            {formatMessage({ id: 'signInSecurity.sessions.endOthers' })}
          </Button>
        </div>
      )}
      {isEndingOthers && <EndOtherSessionsDialog onClose={() => setEndingOthers(false)} />}
    </section>
  )
}

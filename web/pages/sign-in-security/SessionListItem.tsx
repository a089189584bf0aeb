import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  SessionListItem_session$data,
  SessionListItem_session$key,
} from '../../__generated__/SessionListItem_session.graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './SignInSecurityPage.module.css'
import { useEndSession } from './useEndSession.ts'

const fragment = graphql`
  fragment SessionListItem_session on Session {
    id
    browser
    system
    isCurrent
    isSameNetwork
    signedInAt
    lastSeenAt
  }
`

export interface SessionListItemProps {
  readonly session: SessionListItem_session$key
  /** Called when the session has ended. Its button is removed, so the focus must move. */
  readonly onEnded: () => void
}

/** A session: its device, its network compared with this one, when it was used, and a button that ends it. */
export function SessionListItem({ session: key, onEnded }: SessionListItemProps) {
  const { formatMessage } = useIntl()
  const session = useFragment(fragment, key)
  const [end, isEnding] = useEndSession()
  const name = useDeviceName(session)
  const press = async () => {
    if (!(await end(session.id))) {
      showToast({ kind: 'error', message: formatMessage({ id: 'signInSecurity.sessions.endFailed' }, { name }) })
      return
    }
    onEnded()
    showToast({ kind: 'success', message: formatMessage({ id: 'signInSecurity.sessions.ended' }, { name }) })
  }
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        {session.isCurrent && (
          <span className={styles.current}>{formatMessage({ id: 'signInSecurity.sessions.current' })}</span>
        )}
        {useFacts(session).map((fact) => (
          <p key={fact} className={styles.facts}>
            {fact}
          </p>
        ))}
      </div>
      {!session.isCurrent && (
        <Button
          isPending={isEnding}
          aria-label={formatMessage({ id: 'signInSecurity.sessions.endNamed' }, { name })}
          onPress={() => void press()}
        >
          {formatMessage({ id: 'signInSecurity.sessions.end' })}
        </Button>
      )}
    </li>
  )
}

function useDeviceName({ browser, system }: SessionListItem_session$data): string {
  const { formatMessage } = useIntl()
  if (browser && system) return formatMessage({ id: 'device.browserOnSystem' }, { browser, system })
  return browser ?? system ?? formatMessage({ id: 'signInSecurity.sessions.unknownDevice' })
}

const moment = { dateStyle: 'medium', timeStyle: 'short' } as const

function useFacts({ isCurrent, isSameNetwork, signedInAt, lastSeenAt }: SessionListItem_session$data) {
  const { formatMessage, formatDate } = useIntl()
  const signedIn = formatMessage({ id: 'signInSecurity.sessions.signedIn' }, { date: formatDate(signedInAt, moment) })
  if (isCurrent) return [signedIn]
  const lastSeen = formatMessage({ id: 'signInSecurity.lastUsed' }, { date: formatDate(lastSeenAt, moment) })
  if (typeof isSameNetwork !== 'boolean') return [lastSeen, signedIn]
  const network = isSameNetwork ? 'signInSecurity.sessions.sameNetwork' : 'signInSecurity.sessions.otherNetwork'
  return [lastSeen, signedIn, formatMessage({ id: network })]
}

import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../app/sessionContext.ts'
import { signInAgain, type TypedForm } from '../auth/signInAgain.ts'
import { Button } from '../ui/Button.tsx'
import styles from './RecentSignInNotice.module.css'

/**
 * Says that a change needs the password again. Its button leads to the sign-in, which then returns to this page.
 * @param form what was typed. The form of the page reads it with `typedBefore` when the customer comes back
 */
export function RecentSignInNotice({ form }: { readonly form: TypedForm }) {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const [hasFailed, setFailed] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const press = () => {
    setFailed(false)
    signInAgain(signIn, form).catch(() => setFailed(true))
  }
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.notice}>
      <p>{formatMessage({ id: hasFailed ? 'recentSignIn.failed' : 'recentSignIn.text' })}</p>
      <div>
        <Button variant="primary" onPress={press}>
          {formatMessage({ id: 'recentSignIn.action' })}
        </Button>
      </div>
    </div>
  )
}

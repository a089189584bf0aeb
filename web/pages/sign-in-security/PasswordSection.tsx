import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PasswordSection_viewer$key } from '../../__generated__/PasswordSection_viewer.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, keepForm, typedBefore } from '../../auth/signInAgain.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './SignInSecurityPage.module.css'

const fragment = graphql`
  fragment PasswordSection_viewer on Viewer {
    passwordState @catch(to: RESULT) {
      changedAt
    }
  }
`

/**
 * The form field that holds the time of the previous change, while the customer is on the page that changes the
 * password.
 */
const changedBefore = 'passwordChangedBefore'

export interface PasswordSectionProps {
  readonly viewer: PasswordSection_viewer$key
  readonly onRetry: () => void
}

/**
 * Leads to the page of the identity service that changes the password. When the customer comes back with a changed
 * password, shows a toast. Shows nothing if the identity service cannot change passwords.
 */
export function PasswordSection({ viewer, onRetry }: PasswordSectionProps) {
  const { formatMessage, formatDate } = useIntl()
  const { signIn } = useSession()
  const { passwordState: result } = useFragment(fragment, viewer)
  const state = result.ok ? result.value : null
  const changedAt = state?.changedAt ?? null
  useEffect(() => {
    const before = typedBefore(signIn)?.[changedBefore]
    if (!state || before === undefined) return
    forgetTyped()
    if (before !== (changedAt ?? '')) {
      showToast({ kind: 'success', message: formatMessage({ id: 'signInSecurity.password.done' }) })
    }
  }, [state, changedAt, signIn, formatMessage])
  if (result.ok && !state) return null
  const change = () => {
    keepForm(signIn, { [changedBefore]: changedAt ?? '' })
    signIn.startPrompt('password').catch(() => {
      forgetTyped()
      showToast({ kind: 'error', message: formatMessage({ id: 'signInSecurity.password.changeFailed' }) })
    })
  }
  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password" className={styles.heading}>
        {formatMessage({ id: 'signInSecurity.password.title' })}
      </h2>
      {!result.ok && (
        <PartFailure message={formatMessage({ id: 'signInSecurity.password.loadFailed' })} onRetry={onRetry} />
      )}
      {changedAt !== null && (
        <p className={styles.text}>
          {formatMessage(
            { id: 'signInSecurity.password.changed' },
            { date: formatDate(changedAt, { dateStyle: 'medium' }) },
          )}
        </p>
      )}
      {state && (
        <div className={styles.after}>
          <Button onPress={change}>{formatMessage({ id: 'signInSecurity.password.change' })}</Button>
        </div>
      )}
    </section>
  )
}

import { type FormEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { isEmailAddress } from '../../../schema/rules/emailAddress.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, typedBefore } from '../../auth/signInAgain.ts'
import { RecentSignInNotice } from '../../shared/RecentSignInNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EmailChangePage.module.css'
import { type RequestProblem, useRequestEmailChange } from './useRequestEmailChange.ts'

/** Asks for the new address. @param onSent called when a link was mailed to it */
export function EmailChangeForm({ onSent }: { readonly onSent: () => void }) {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const [email, setEmail] = useState(() => typedBefore(signIn)?.['email'] ?? '')
  const { request, isSending, problem, setProblem } = useRequestEmailChange()
  const field = useRef<HTMLInputElement>(null)
  const text = useProblemText(problem)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    forgetTyped()
    const address = email.trim().normalize('NFKC')
    if (!isEmailAddress(address)) {
      setProblem({ kind: 'invalid' })
      field.current?.focus()
    } else if (await request(address)) {
      setEmail('')
      onSent()
    } else field.current?.focus()
  }
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div aria-live="polite">
        <TextField
          ref={field}
          type="email"
          name="email"
          label={formatMessage({ id: 'emailChange.field' })}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={text}
          onChange={(event) => {
            setEmail(event.target.value)
            setProblem(null)
          }}
        />
      </div>
      <p className={styles.explanation}>{formatMessage({ id: 'emailChange.explanation' })}</p>
      {problem?.kind === 'signInAgain' && <RecentSignInNotice form={{ email }} />}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isSending}>
          {formatMessage({ id: 'emailChange.submit' })}
        </Button>
      </div>
    </form>
  )
}

/** The text about a problem; null if there is no problem, or if a notice explains the problem. */
function useProblemText(problem: RequestProblem | null): string | null {
  const { formatMessage, formatDate } = useIntl()
  switch (problem?.kind) {
    case undefined:
    case 'signInAgain':
      return null
    case 'inUse':
      return formatMessage({ id: 'emailChange.inUse' })
    case 'invalid':
      return formatMessage({ id: 'emailChange.invalid' })
    case 'unchanged':
      return formatMessage({ id: 'emailChange.unchanged' })
    case 'refused':
      return formatMessage({ id: 'emailChange.refused' })
    case 'tooMany': {
      if (problem.retryAt === null) return formatMessage({ id: 'emailChange.tooManyLater' })
      const moment = formatDate(problem.retryAt, { dateStyle: 'medium', timeStyle: 'short' })
      return formatMessage({ id: 'emailChange.tooMany' }, { moment })
    }
    case 'failed':
      return formatMessage({ id: 'emailChange.failed' })
  }
}

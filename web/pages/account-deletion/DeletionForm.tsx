import { type FormEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, typedBefore } from '../../auth/signInAgain.ts'
import { RecentSignInNotice } from '../../shared/RecentSignInNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AccountDeletionPage.module.css'
import { type RequestProblem, useRequestDeletion } from './useRequestDeletion.ts'

/**
 * Requests the mail that confirms the deletion, once the customer has typed a given word.
 * @param onSent called when the link was mailed
 */
export function DeletionForm({ onSent }: { readonly onSent: () => void }) {
  const { formatMessage } = useIntl()
  const { signIn } = useSession()
  const word = formatMessage({ id: 'deletion.all.word' })
  const [typed, setTyped] = useState(() => typedBefore(signIn)?.['word'] ?? '')
  const [isWrong, setWrong] = useState(false)
  const { request, isSending, problem } = useRequestDeletion()
  const field = useRef<HTMLInputElement>(null)
  const text = useProblemText(problem)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    forgetTyped()
    if (typed !== word) {
      setWrong(true)
      field.current?.focus()
    } else if (await request()) onSent()
  }
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div aria-live="polite">
        <TextField
          ref={field}
          label={<FormattedMessage id="deletion.all.label" values={{ word: <strong>{word}</strong> }} />}
          value={typed}
          error={isWrong ? formatMessage({ id: 'deletion.all.mismatch' }, { word }) : text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
        />
      </div>
      {problem?.kind === 'signInAgain' && <RecentSignInNotice form={{ word: typed }} />}
      <div className={styles.actions}>
        <Button type="submit" variant="danger" isPending={isSending}>
          {formatMessage({ id: 'accountDeletion.title' })}
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
    case 'refused':
      return formatMessage({ id: 'emailChange.refused' })
    case 'tooMany': {
      if (problem.retryAt === null) return formatMessage({ id: 'emailChange.tooManyLater' })
      const moment = formatDate(problem.retryAt, { dateStyle: 'medium', timeStyle: 'short' })
      return formatMessage({ id: 'emailChange.tooMany' }, { moment })
    }
    case 'failed':
      return formatMessage({ id: 'accountDeletion.errorText' })
  }
}

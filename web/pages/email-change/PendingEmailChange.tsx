import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PendingEmailChange_change$key } from '../../__generated__/PendingEmailChange_change.graphql.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './EmailChangePage.module.css'
import { useCancelEmailChange } from './useCancelEmailChange.ts'

const fragment = graphql`
  fragment PendingEmailChange_change on EmailChange {
    email
    until
  }
`

export interface PendingEmailChangeProps {
  readonly change: PendingEmailChange_change$key
  /** Called when the change is no longer pending. */
  readonly onCancelled: () => void
}

/** The pending change, with a button to cancel it. */
export function PendingEmailChange({ change, onCancelled }: PendingEmailChangeProps) {
  const { formatMessage, formatDate } = useIntl()
  const { email, until } = useFragment(fragment, change)
  const { cancel, isCancelling } = useCancelEmailChange()
  const [hasFailed, setFailed] = useState(false)
  const moment = formatDate(until, { dateStyle: 'medium', timeStyle: 'short' })
  const press = async () => {
    const isDone = await cancel(email)
    setFailed(!isDone)
    if (isDone) onCancelled()
  }
  return (
    <div className={styles.pending}>
      <output>{formatMessage({ id: 'emailChange.pending' }, { email, moment })}</output>
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          {formatMessage({ id: 'emailChange.cancelFailed' })}
        </p>
      )}
      <div className={styles.actions}>
        <Button isPending={isCancelling} onPress={() => void press()}>
          {formatMessage({ id: 'emailChange.cancel' })}
        </Button>
      </div>
    </div>
  )
}

import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

export interface TrashDialogProps {
  /** Message ids. */
  readonly title: 'trash.delete.title' | 'trash.emptyAll.title'
  readonly text: 'trash.delete.text' | 'trash.emptyAll.text'
  readonly submit: 'trash.delete' | 'trash.emptyAll'
  readonly count: number
  /** Resolves to false after a failure. */
  readonly onConfirm: () => Promise<boolean>
  readonly onClose: () => void
}

/** Asks before photos are deleted for good. After a failure the dialog stays open and shows an alert. */
export function TrashDialog({ title, text, submit, count: given, onConfirm, onClose }: TrashDialogProps) {
  // Keeps the first count, because the photos disappear while the dialog closes, and the dialog's texts must not change
  // then.
  const [count] = useState(given)
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const isPending = state === 'pending'
  const confirm = async () => {
    setState('pending')
    if (await onConfirm()) onClose()
    else setState('failed')
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={<FormattedMessage id={title} values={{ count }} />}
      alert={state === 'failed' && <FormattedMessage id="trash.deleteFailed" />}
      submit={<FormattedMessage id={submit} />}
      onConfirm={() => void confirm()}
    >
      <p>
        <FormattedMessage id={text} />
      </p>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

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
  // The photos disappear while the dialog closes. The dialog's texts must not change meanwhile.
  const [count] = useState(given)
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const isPending = state === 'pending'
  const confirm = async () => {
    setState('pending')
    if (await onConfirm()) onClose()
    else setState('failed')
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      size="small"
      title={<FormattedMessage id={title} values={{ count }} />}
      alert={state === 'failed' && <FormattedMessage id="trash.deleteFailed" />}
      footer={
        <>
          {/* The safe button has the focus: a key pressed in haste deletes nothing. */}
          <Button data-initial-focus isDisabled={isPending} onPress={onClose}>
            <FormattedMessage id="common.cancel" />
          </Button>
          <Button variant="danger" isPending={isPending} onPress={() => void confirm()}>
            <FormattedMessage id={submit} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id={text} />
      </p>
    </Dialog>
  )
}

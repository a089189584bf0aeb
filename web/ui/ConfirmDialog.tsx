import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from './Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

export interface ConfirmDialogProps extends Pick<
  DialogProps,
  'title' | 'children' | 'alert' | 'isPending' | 'onClose'
> {
  /** The text of the button that starts the action. */
  readonly submit: ReactNode
  /** Starts the action. Null: there is no button for it at the moment. */
  readonly onConfirm: (() => void) | null
  /** The action waits or can still be cancelled: its button cannot be pressed, but the dialog can be closed. */
  readonly isWaiting?: boolean
}

/** A small dialog that asks before something is deleted or ended. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { submit, onConfirm, isWaiting = false, isPending = false, onClose, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      size="small"
      footer={
        <>
          {/* The safe button has the focus: a key pressed in haste deletes nothing. */}
          <Button data-initial-focus isDisabled={isPending} onPress={onClose}>
            <FormattedMessage id="common.cancel" />
          </Button>
          {onConfirm && (
            <Button variant="danger" isPending={isPending || isWaiting} onPress={onConfirm}>
              {submit}
            </Button>
          )}
        </>
      }
    />
  )
}

import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import styles from './RemoveOrDeleteDialog.module.css'

export interface RemoveOrDeleteDialogProps {
  readonly count: number
  /** What of the two is under way. */
  readonly pending: 'remove' | 'delete' | null
  /** Whether it can be left meanwhile. */
  readonly canLeave: boolean
  readonly alert?: ReactNode
  readonly children?: ReactNode
  readonly onRemove: () => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** In an album: asks whether photos are to leave the album only, or the library. Afterwards there is Undo. */
export function RemoveOrDeleteDialog(props: RemoveOrDeleteDialogProps) {
  const { count, pending, canLeave, alert, children, onRemove, onDelete, onClose } = props
  const { formatMessage } = useIntl()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={pending !== null && !canLeave}
      role="alertdialog"
      title={formatMessage({ id: 'removeFromAlbum.title' })}
      alert={alert}
      footer={
        <>
          {/* The safe one has focus: a key pressed in haste takes nothing away. */}
          <Button data-initial-focus isDisabled={pending !== null && !canLeave} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button
            variant="danger"
            isDisabled={pending === 'remove'}
            isPending={pending === 'delete'}
            className={styles.delete}
            onPress={onDelete}
          >
            {formatMessage({ id: 'deletion.confirm.delete' })}
          </Button>
          <Button
            variant="primary"
            isDisabled={pending === 'delete'}
            isPending={pending === 'remove'}
            className={styles.remove}
            onPress={onRemove}
          >
            {formatMessage({ id: 'selection.removeFromAlbum' })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: 'removeFromAlbum.text' }, { count })}</p>
      {children}
    </Dialog>
  )
}

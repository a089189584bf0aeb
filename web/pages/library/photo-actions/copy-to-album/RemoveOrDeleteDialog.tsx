import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import type { ProjectsWarning } from '../deletion/useProjectsWarning.tsx'
import styles from './RemoveOrDeleteDialog.module.css'

export interface RemoveOrDeleteDialogProps {
  readonly count: number
  /** The action that is running, if any. */
  readonly pending: 'remove' | 'delete' | null
  /** Whether the dialog can be closed while an action is running. */
  readonly canLeave: boolean
  /** Which saved projects use the photos. */
  readonly projects: ProjectsWarning
  readonly alert?: ReactNode
  readonly children?: ReactNode
  readonly onRemove: () => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asks in an album whether to remove photos from it or to delete them. Both actions can be undone afterwards. */
export function RemoveOrDeleteDialog(props: RemoveOrDeleteDialogProps) {
  const { count, pending, canLeave, projects, alert, children, onRemove, onDelete, onClose } = props
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
          {/* The safe button has the focus: a key pressed in haste removes nothing. */}
          <Button data-initial-focus isDisabled={pending !== null && !canLeave} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button
            variant="danger"
            isDisabled={pending === 'remove'}
            isPending={pending === 'delete' || projects.isMoving}
            className={styles.delete}
            onPress={onDelete}
          >
            {formatMessage({ id: 'deletion.confirm.delete' })}
          </Button>
          <Button
            variant="primary"
            isDisabled={pending === 'delete'}
            isPending={pending === 'remove' || projects.isMoving}
            className={styles.remove}
            onPress={onRemove}
          >
            {formatMessage({ id: 'selection.removeFromAlbum' })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: 'removeFromAlbum.text' }, { count })}</p>
      {projects.warning}
      {children}
    </Dialog>
  )
}

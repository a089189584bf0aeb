import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { deleteProject } from './deleteProject.ts'
import type { NamedProject } from './restoreProject.ts'

export interface DeleteProjectDialogProps {
  readonly project: NamedProject
  readonly onClose: () => void
}

/** Asks before a project is deleted. After a failure the dialog stays open and shows an alert. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const [state, setState] = useState<'asking' | 'pending' | 'failed'>('asking')
  const isPending = state === 'pending'
  const confirm = async () => {
    setState('pending')
    if (await deleteProject(session, project)) onClose()
    else setState('failed')
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      size="small"
      title={formatMessage({ id: 'projects.delete.title' }, { title: project.title })}
      alert={state === 'failed' && formatMessage({ id: 'projects.delete.failed' })}
      footer={
        <>
          {/* The safe button has the focus: a key pressed in haste deletes nothing. */}
          <Button data-initial-focus isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button variant="danger" isPending={isPending} onPress={() => void confirm()}>
            {formatMessage({ id: 'projects.delete.submit' })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: 'projects.delete.text' })}</p>
    </Dialog>
  )
}

import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: 'projects.delete.title' }, { title: project.title })}
      alert={state === 'failed' && formatMessage({ id: 'projects.delete.failed' })}
      submit={formatMessage({ id: 'projects.delete.submit' })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: 'projects.delete.text' })}</p>
    </ConfirmDialog>
  )
}

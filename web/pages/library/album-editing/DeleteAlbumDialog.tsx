import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useDeleteAlbum } from './useDeleteAlbum.ts'

export interface DeleteAlbumDialogProps {
  readonly albumId: string
  readonly name: string
  readonly onClose: () => void
  /** Called after the deletion: the album's page navigates away. */
  readonly onDeleted?: () => void
}

/** Asks before an album is deleted. After a failure the dialog stays open and shows an alert. */
export function DeleteAlbumDialog({ albumId, name, onClose, onDeleted }: DeleteAlbumDialogProps) {
  const { formatMessage } = useIntl()
  const deleteAlbum = useDeleteAlbum()
  const [state, setState] = useState<'asking' | 'pending' | 'shared' | 'failed'>('asking')
  const isPending = state === 'pending'
  const confirm = async () => {
    setState('pending')
    const outcome = await deleteAlbum(albumId)
    if (outcome !== 'deleted') return setState(outcome)
    onDeleted?.()
    onClose()
    showToast({ kind: 'success', message: formatMessage({ id: 'albums.delete.done' }, { albumName: name }) })
  }
  const failure = state === 'shared' ? 'albums.delete.isShared' : 'albums.delete.failed'
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: 'albums.delete.title' }, { albumName: name })}
      alert={(state === 'shared' || state === 'failed') && formatMessage({ id: failure })}
      submit={formatMessage({ id: 'albums.delete.submit' })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: 'albums.delete.text' })}</p>
    </ConfirmDialog>
  )
}

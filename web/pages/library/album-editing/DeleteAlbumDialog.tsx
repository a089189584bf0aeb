import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
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
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      size="small"
      title={formatMessage({ id: 'albums.delete.title' }, { albumName: name })}
      alert={(state === 'shared' || state === 'failed') && formatMessage({ id: failure })}
      footer={
        <>
          {/* The safe button has the focus: a key pressed in haste deletes nothing. */}
          <Button data-initial-focus isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button variant="danger" isPending={isPending} onPress={() => void confirm()}>
            {formatMessage({ id: 'albums.delete.submit' })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: 'albums.delete.text' })}</p>
    </Dialog>
  )
}

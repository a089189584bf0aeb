import { useState } from 'react'
import { useSession } from '../../../../app/sessionContext.ts'
import { deletionsOf } from '../deletion/Deletions.ts'
import { RemoveOrDeleteDialog } from './RemoveOrDeleteDialog.tsx'
import { albumRemovalsOf } from './AlbumRemovals.ts'

export interface RemoveOrDeletePhotoDialogProps {
  readonly albumId: string
  readonly photoId: string
  readonly onClose: () => void
  /** The photo is about to go: whoever shows it goes elsewhere first, and may take a moment for it. */
  readonly onConfirm: () => void | Promise<void>
}

/** Takes the photo that is shown out of the album that it is shown in, or deletes it. */
export function RemoveOrDeletePhotoDialog({ albumId, photoId, onClose, onConfirm }: RemoveOrDeletePhotoDialogProps) {
  const session = useSession()
  const deletions = deletionsOf(session)
  const removals = albumRemovalsOf(session)
  const [pending, setPending] = useState<'remove' | 'delete' | null>(null)
  const confirm = async (choice: 'remove' | 'delete') => {
    setPending(choice)
    try {
      await onConfirm()
    } finally {
      if (choice === 'remove') removals.removeFromAlbum({ albumId, photoIds: [photoId] })
      else deletions.deletePhotos([photoId], 'one', new Map([[photoId, albumId]]))
      onClose()
    }
  }
  return (
    <RemoveOrDeleteDialog
      count={1}
      pending={pending}
      canLeave={false}
      onRemove={() => void confirm('remove')}
      onDelete={() => void confirm('delete')}
      onClose={onClose}
    />
  )
}

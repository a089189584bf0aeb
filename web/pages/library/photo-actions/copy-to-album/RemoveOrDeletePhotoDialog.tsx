import { useState } from 'react'
import { useSession } from '../../../../app/sessionContext.ts'
import { deletionsOf } from '../deletion/Deletions.ts'
import { findProjectsUsing } from '../deletion/findProjectsUsing.ts'
import { useProjectsWarning } from '../deletion/useProjectsWarning.tsx'
import { RemoveOrDeleteDialog } from './RemoveOrDeleteDialog.tsx'
import { albumRemovalsOf } from './AlbumRemovals.ts'

export interface RemoveOrDeletePhotoDialogProps {
  readonly albumId: string
  readonly photoId: string
  readonly onClose: () => void
  /** Leaves the photo's view before the photo is removed. May be asynchronous. */
  readonly onConfirm: () => void | Promise<void>
}

/** Removes the shown photo from its album, or deletes it. */
export function RemoveOrDeletePhotoDialog({ albumId, photoId, onClose, onConfirm }: RemoveOrDeletePhotoDialogProps) {
  const session = useSession()
  const deletions = deletionsOf(session)
  const removals = albumRemovalsOf(session)
  const [pending, setPending] = useState<'remove' | 'delete' | null>(null)
  const projects = useProjectsWarning(1, () => findProjectsUsing(session.environment, [photoId]))
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
      projects={projects}
      onRemove={() => void confirm('remove')}
      onDelete={() => void confirm('delete')}
      onClose={onClose}
    />
  )
}

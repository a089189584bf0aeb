import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { collectByCollection } from '../deletion/collectByCollection.ts'
import { focusNeighbourTile } from '../deletion/focusNeighbourTile.ts'
import { deletionsOf } from '../deletion/Deletions.ts'
import { useSelectedProjectsWarning } from '../deletion/useSelectedProjectsWarning.ts'
import { Collecting } from '../photo-tasks/Collecting.tsx'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { RemoveOrDeleteDialog } from './RemoveOrDeleteDialog.tsx'
import { albumRemovalsOf } from './AlbumRemovals.ts'

export interface RemoveOrDeleteSelectedDialogProps {
  readonly selection: Selection
  readonly albumId: string
  readonly onClose: () => void
}

const failures = {
  remove: ['removeFromAlbum.oneFailed', 'removeFromAlbum.manyFailed'],
  delete: ['deletion.oneFailed', 'deletion.manyFailed'],
} as const

/** Removes the selected photos from their album, or deletes them, after collecting their ids. */
export function RemoveOrDeleteSelectedDialog({ selection, albumId, onClose }: RemoveOrDeleteSelectedDialogProps) {
  const session = useSession()
  const deletions = deletionsOf(session)
  const removals = albumRemovalsOf(session)
  // The selection ends while the dialog closes. The dialog's texts must not change meanwhile.
  const [count] = useState(selection.amount)
  const [pending, setPending] = useState<'remove' | 'delete' | null>(null)
  const [failed, setFailed] = useState<'remove' | 'delete' | null>(null)
  const [done, setDone] = useState(0)
  const aborter = useRef<AbortController | null>(null)
  const projects = useSelectedProjectsWarning(selection, count)
  const confirm = async (choice: 'remove' | 'delete') => {
    const { signal } = (aborter.current = new AbortController())
    setPending(choice)
    setFailed(null)
    try {
      const photos = await collectByCollection(session, selection, { signal, onProgress: setDone })
      if (signal.aborted) return
      focusNeighbourTile(photos)
      if (choice === 'remove') removals.removeFromAlbum({ albumId, photoIds: [...photos.keys()] })
      else deletions.deletePhotos([...photos.keys()], count === 1 ? 'one' : 'many', photos)
      selection.stop()
      onClose()
    } catch {
      if (signal.aborted) return
      setPending(null)
      setFailed(choice)
    }
  }
  return (
    <RemoveOrDeleteDialog
      count={count}
      pending={pending}
      canLeave
      projects={projects}
      alert={failed && <FormattedMessage id={failures[failed][count === 1 ? 0 : 1]} />}
      onRemove={() => void confirm('remove')}
      onDelete={() => void confirm('delete')}
      onClose={() => {
        aborter.current?.abort()
        onClose()
      }}
    >
      {pending !== null && <Collecting done={done} total={count} />}
    </RemoveOrDeleteDialog>
  )
}

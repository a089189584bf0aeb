import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { focusNeighbourTile } from '../deletion/focusNeighbourTile.ts'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { albumRemovalsOf } from './AlbumRemovals.ts'

/**
 * Removes the selected photos from an album without asking, because the removal can be undone. The second value is true
 * while their ids are collected.
 */
export function useRemoveSelected(selection: Selection): readonly [remove: (albumId: string) => void, boolean] {
  const { formatMessage } = useIntl()
  const session = useSession()
  const removals = albumRemovalsOf(session)
  const [isPending, setPending] = useState(false)
  const remove = async (albumId: string) => {
    setPending(true)
    try {
      const photoIds = await collectSelected(session, selection)
      focusNeighbourTile(new Set(photoIds))
      removals.removeFromAlbum({ albumId, photoIds })
      selection.stop()
    } catch {
      const id = selection.amount === 1 ? 'removeFromAlbum.oneFailed' : 'removeFromAlbum.manyFailed'
      showToast({ kind: 'error', message: formatMessage({ id }) })
    }
    setPending(false)
  }
  return [(albumId) => void remove(albumId), isPending]
}

import { useEffect } from 'react'
import { useRemovedPhotos } from '../../../shared/LibraryEvents.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'
import { useHiddenPhotos } from '../photo-collection/hidden/hiddenFromCollections.ts'

/**
 * Keeps a selection true while photos come and go: what is gone is not selected. Of an album that was selected as a
 * whole, nobody knows what came later: then nothing of it is selected, rather than what was never seen.
 */
export function useAlbumSelection({ id, count }: SelectableCollection): void {
  const selection = useSelection()
  const hidden = useHiddenPhotos(id)
  useRemovedPhotos((photoIds) => selection.forget(photoIds))
  useEffect(() => selection.forget([...hidden]), [selection, hidden])
  useEffect(() => {
    const part = selection.parts.find(({ collectionId }) => collectionId === id)
    if (!part?.isAll) return
    if (count > part.count) selection.clear([id])
    else selection.recount({ id, count })
  }, [selection, id, count])
}

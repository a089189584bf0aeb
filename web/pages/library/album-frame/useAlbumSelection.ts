import { useEffect } from 'react'
import { useRemovedPhotos } from '../../../shared/LibraryEvents.ts'
import { useHiddenPhotos } from '../photo-collection/hidden/HiddenPhotos.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'

/**
 * Deselects photos that are deleted or removed from the album. When photos are added to an album that is selected as a
 * whole, the whole album is deselected, because it is not known which photos are new, and no photo may be selected that
 * the customer has not seen.
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

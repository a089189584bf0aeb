import { useEffect } from 'react'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'

/**
 * Photos that are added are not selected, even when the whole library is. If there are more photos and it is not known
 * which are new, the library is deselected: they must not be selected unseen.
 */
export function useLibrarySelection({ id, count }: SelectableCollection): void {
  const selection = useSelection()
  useLibraryChange(({ addedPhotoIds, isMore }) => {
    const part = selection.parts.find(({ collectionId }) => collectionId === id)
    if (!part?.isAll || isMore) return
    const added = addedPhotoIds.filter((photoId) => !part.except.has(photoId))
    selection.recount({ id, count: part.count + added.length }, added)
  })
  useEffect(() => {
    const part = selection.parts.find(({ collectionId }) => collectionId === id)
    if (!part?.isAll) return
    if (count > part.count) selection.clear([id])
    else selection.recount({ id, count })
  }, [selection, id, count])
}

import { useEffect, useRef } from 'react'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'

/**
 * Keeps added photos out of the selection, even when the whole library is selected. Events name the added photos; an
 * event may arrive before or after the new number of photos. If the number grows but the new photos are not known,
 * clears the selection, because no photo may be selected that the user has not seen.
 */
export function useLibrarySelection({ id, count }: SelectableCollection): void {
  const selection = useSelection()
  const before = useRef(count)
  const isUncertain = useRef(false)
  useLibraryChange(({ addedPhotoIds, hasUnlistedChanges }) => {
    const part = selection.parts.find(({ collectionId }) => collectionId === id)
    isUncertain.current = part?.isAll === true && (isUncertain.current || hasUnlistedChanges)
    if (!part?.isAll) return
    const added = addedPhotoIds.filter((photoId) => !part.except.has(photoId))
    selection.recount({ id, count: part.count + added.length }, added)
  })
  useEffect(() => {
    const change = count - before.current
    const part = selection.parts.find(({ collectionId }) => collectionId === id)
    if (part?.isAll && change < 0) selection.recount({ id, count: part.count + change })
    if (part?.isAll && change > 0 && isUncertain.current) selection.clear([id])
    if (change !== 0) isUncertain.current = false
    before.current = count
  }, [selection, id, count])
}

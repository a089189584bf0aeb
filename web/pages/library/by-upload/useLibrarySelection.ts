import { useEffect, useRef } from 'react'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'

/**
 * Photos that are added are not selected, even when the whole library is: events name them, before or after their number is
 * known. If there are more photos and it is not known which are new, the library is deselected: they must not be selected
 * unseen.
 */
export function useLibrarySelection({ id, count }: SelectableCollection): void {
  const selection = useSelection()
  const before = useRef(count)
  const isUncertain = useRef(false)
  useLibraryChange(({ addedPhotoIds, isMore }) => {
    const part = selection.parts.find(({ collectionId }) => collectionId === id)
    isUncertain.current = part?.isAll === true && (isUncertain.current || isMore)
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

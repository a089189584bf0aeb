import type { GridPlace } from './ViewGrid.ts'

/** The photo whose cell contains an element; null for an element outside of all cells. */
export function placeOf(target: EventTarget | null): GridPlace | null {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  const link = cell?.querySelector<HTMLElement>('[data-photo]')
  const collectionId = cell?.closest<HTMLElement>('[data-collection]')?.dataset['collection']
  const photoId = link?.dataset['photo']
  if (collectionId === undefined || photoId === undefined) return null
  return { collectionId, photoId, index: Number(link?.dataset['index']) }
}

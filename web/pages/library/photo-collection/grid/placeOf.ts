import type { GridPlace } from './ViewGrid.ts'

/** The photo that an element shows, or is part of; null for one that is beside all photos. */
export function placeOf(target: EventTarget | null): GridPlace | null {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  const link = cell?.querySelector<HTMLElement>('[data-photo]')
  const collectionId = cell?.closest<HTMLElement>('[data-collection]')?.dataset['collection']
  const photoId = link?.dataset['photo']
  if (collectionId === undefined || photoId === undefined) return null
  return { collectionId, photoId, index: Number(link?.dataset['index']) }
}

import type { Environment } from 'relay-runtime'
import { hiddenFromCollections } from '../photo-collection/hidden/hiddenFromCollections.ts'
import { type PhotoSort, formatSort } from '../photo-collection/sorting/sortPreference.ts'
import { albumNeighbours } from './albumNeighbours.ts'
import { PhotoWindow } from './PhotoWindow.ts'
import type { PreviewOrigin } from './previewOrigin.ts'
import { timelineNeighbours } from './timelineNeighbours.ts'

const windows = new WeakMap<Environment, { readonly order: string; readonly window: PhotoWindow }>()

/** The photos around the shown one in a list of that sort; one per sign-in, since one photo is shown at a time. */
export function photoWindow(environment: Environment, { collectionId }: PreviewOrigin, sort: PhotoSort): PhotoWindow {
  const order = `${collectionId} ${formatSort(sort)}`
  const present = windows.get(environment)
  if (present?.order === order) return present.window
  const hidden = hiddenFromCollections(environment)
  const isGone = (photoId: string) =>
    environment.getStore().getSource().getStatus(photoId) === 'NONEXISTENT' ||
    (collectionId !== null && hidden.of(collectionId).has(photoId))
  const source =
    collectionId === null ? timelineNeighbours(environment, sort) : albumNeighbours(environment, collectionId, sort)
  const window = new PhotoWindow(source, isGone)
  windows.set(environment, { order, window })
  return window
}

import { perSession, type Session } from '../../../app/Session.ts'
import { hiddenPhotosOf } from '../photo-collection/hidden/HiddenPhotos.ts'
import { type PhotoSort, formatSort } from '../photo-collection/sorting/sortPreference.ts'
import { albumNeighbours } from './albumNeighbours.ts'
import { PhotoWindow } from './PhotoWindow.ts'
import type { PreviewOrigin } from './previewOrigin.ts'
import { libraryNeighbours } from './libraryNeighbours.ts'

/** The window of the session's latest list. One window is enough, because one photo is shown at a time. */
const latestOf = perSession((): { order: string; window: PhotoWindow | null } => ({ order: '', window: null }))

/** The session's photo window for a list in the given sort order. */
export function photoWindow(session: Session, { collectionId }: PreviewOrigin, sort: PhotoSort): PhotoWindow {
  const order = `${collectionId} ${formatSort(sort)}`
  const latest = latestOf(session)
  if (latest.window && latest.order === order) return latest.window
  const { environment } = session
  const hidden = hiddenPhotosOf(session)
  const isGone = (photoId: string) =>
    environment.getStore().getSource().getStatus(photoId) === 'NONEXISTENT' ||
    (collectionId !== null && hidden.of(collectionId).has(photoId))
  const source =
    collectionId === null ? libraryNeighbours(environment, sort) : albumNeighbours(environment, collectionId, sort)
  const window = new PhotoWindow(source, isGone)
  Object.assign(latest, { order, window })
  return window
}

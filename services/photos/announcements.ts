import { fromStoredMonth } from './months.ts'
import type { PlatformEvent } from '../platform/platform.ts'

export interface ChangedPhoto {
  readonly id: string
  readonly taken_month: number
  readonly generation: number
}

/**
 * The event for a photo that was added, removed, or confirmed. A photo is confirmed when its file is uploaded again. On
 * a removal, storage deletes the photo's files up to the event's generation. Otherwise, storage marks the uploads up to
 * that generation as ready.
 */
export function changeOf(
  type: 'photo.added' | 'photo.confirmed' | 'photo.removed',
  owner: string,
  photo: ChangedPhoto,
): Omit<PlatformEvent, 'position'> {
  const { year, month } = fromStoredMonth(photo.taken_month)
  return { type, owner, data: { imageId: photo.id, year, month, generation: photo.generation } }
}

/** Maximum number of photos in one removal event. */
export const photosPerRemoval = 500

/** An event to append. */
export type Announcement = Omit<PlatformEvent, 'position'>

/**
 * One event for all photos of one owner that were removed together, so that readers of the event handle them in one
 * step. Storage deletes the files.
 */
export function removalOf(owner: string, photos: readonly ChangedPhoto[]): Announcement {
  return manyOf('photos.removed', owner, photos)
}

/** Like `removalOf`, but the photos are in the trash now: storage keeps the files. */
export function trashingOf(owner: string, photos: readonly ChangedPhoto[]): Announcement {
  return manyOf('photos.trashed', owner, photos)
}

/** Photos of one owner have left the trash for good: storage deletes the files. */
export function purgeOf(owner: string, photos: readonly ChangedPhoto[]): Announcement {
  return manyOf('photos.purged', owner, photos)
}

/** The event for open pages that show the trash. */
export function trashChanged(owner: string): Announcement {
  return { type: 'trash.changed', owner, data: {} }
}

function manyOf(
  type: 'photos.removed' | 'photos.trashed' | 'photos.purged',
  owner: string,
  photos: readonly ChangedPhoto[],
): Announcement {
  const removed = photos.map(({ id, taken_month: stored, generation }) => {
    const { year, month } = fromStoredMonth(stored)
    return { imageId: id, year, month, generation }
  })
  return { type, owner, data: { photos: removed } }
}

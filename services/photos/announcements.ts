import { fromStoredMonth } from './months.ts'
import type { PlatformEvent } from '../platform/platform.ts'

export interface ChangedPhoto {
  readonly id: string
  readonly taken_month: number
  readonly generation: number
}

/**
 * The event for a photo that was added, removed, or confirmed: the file of a known photo was uploaded again. On a
 * removal, storage deletes the files up to this generation; otherwise, uploads up to this generation are ready.
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

/** One event for photos of one owner that were removed together. Readers handle it as a whole. */
export function removalOf(owner: string, photos: readonly ChangedPhoto[]): Omit<PlatformEvent, 'position'> {
  const removed = photos.map(({ id, taken_month: stored, generation }) => {
    const { year, month } = fromStoredMonth(stored)
    return { imageId: id, year, month, generation }
  })
  return { type: 'photos.removed', owner, data: { photos: removed } }
}

import { fromStoredMonth } from './months.ts'
import type { PlatformEvent } from '../platform/platform.ts'

export interface ChangedPhoto {
  readonly id: string
  readonly taken_month: number
  readonly generation: number
}

/** Tells the owner's pages of a photo that came or went; storage follows a removal, up to the generation it names. */
export function changeOf(
  type: 'photo.added' | 'photo.removed',
  owner: string,
  photo: ChangedPhoto,
): Omit<PlatformEvent, 'position'> {
  const { year, month } = fromStoredMonth(photo.taken_month)
  return { type, owner, data: { imageId: photo.id, year, month, generation: photo.generation } }
}

/** Photos of one owner that went at a time are told in one event, up to so many. */
export const photosPerRemoval = 500

/** The same for many photos that went together: one event, which readers take or leave as a whole. */
export function removalOf(owner: string, photos: readonly ChangedPhoto[]): Omit<PlatformEvent, 'position'> {
  const removed = photos.map(({ id, taken_month: stored, generation }) => {
    const { year, month } = fromStoredMonth(stored)
    return { imageId: id, year, month, generation }
  })
  return { type: 'photos.removed', owner, data: { photos: removed } }
}

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

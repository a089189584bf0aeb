import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'
import { pictureKey, pictureWidths } from './pictures.ts'
import type { BookKey } from './queues.ts'

const deadlineMilliseconds = 10_000
/** Maximum number of photos in one call to the photos service. */
export const photosPerCall = 500

const pictureSchema = z.object({
  photoId: z.uuid(),
  ownerId: z.uuid(),
  dateTaken: z.string().nullable(),
  renditions: z.array(z.object({ id: z.string(), key: z.string(), width: z.number().int(), height: z.number().int() })),
})
const answer = z.object({ pictures: z.array(pictureSchema) })

/** A photo that the account can read, with the keys of its files. Without renditions, it cannot be shown. */
export type SourcePicture = z.infer<typeof pictureSchema>

/** What is stored in the row of a page about its picture. */
export interface CopiedPicture {
  readonly owner_id: string
  /** Such as `2026-11-24`. */
  readonly taken_on: string | null
  readonly width: number
  readonly height: number
}

/**
 * The photos with these ids that the account can read, by id. Photos whose pictures are still being made are not found.
 * @throws UpstreamError if the photos service fails
 */
export async function readPictures(
  { config, http }: Platform,
  accountId: string,
  photoIds: readonly string[],
): Promise<ReadonlyMap<string, SourcePicture>> {
  if (photoIds.length === 0) return new Map()
  const { pictures } = await http.call({
    url: `${config.urls.photos}/accounts/${accountId}/pictures`,
    method: 'POST',
    body: { photoIds: [...new Set(photoIds)] },
    asService: true,
    deadlineMilliseconds,
    answer,
  })
  return new Map(pictures.map((picture) => [picture.photoId, picture]))
}

/**
 * Copies the renditions of a photo to a page of a book. Repeated calls write the same files.
 * @returns null if a file is missing: the photo was deleted meanwhile, or cannot be shown
 */
export async function copyPicture(
  { blobs }: Platform,
  book: BookKey,
  page: number,
  { ownerId, dateTaken, renditions }: SourcePicture,
): Promise<CopiedPicture | null> {
  for (const width of pictureWidths) {
    const rendition = renditions.find(({ id }) => id === String(width))
    if (!rendition) return null
    if (!(await copyBlob(blobs, rendition.key, pictureKey(book, page, width)))) return null
  }
  const largest = renditions.reduce((one, other) => (other.width > one.width ? other : one))
  return {
    owner_id: ownerId,
    taken_on: dateTaken?.slice(0, 10) ?? null,
    width: largest.width,
    height: largest.height,
  }
}

/** Copies the pictures of a page to another page of the same book. @returns false if a file is missing */
export async function copyPage({ blobs }: Platform, book: BookKey, from: number, to: number): Promise<boolean> {
  for (const width of pictureWidths) {
    if (!(await copyBlob(blobs, pictureKey(book, from, width), pictureKey(book, to, width)))) return false
  }
  return true
}

async function copyBlob(blobs: Platform['blobs'], from: string, to: string): Promise<boolean> {
  const copied = await blobs.withFile(from, async (file) => blobs.put(to, { file }, { contentType: 'image/jpeg' }))
  return copied !== null
}

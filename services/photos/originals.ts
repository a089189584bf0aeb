import { findReadablePhotos } from './albums/readablePhotos.ts'
import { contentName } from './contentName.ts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'
import type { originalSchema } from './wireSchemas.ts'

type Original = z.infer<typeof originalSchema>

/** A photo and its expected owner. */
export interface WantedOriginal {
  readonly photoId: string
  readonly ownerId?: string | undefined
}

/** The files of the photos that the account can read, in the requested order, without duplicates. */
export async function findOriginals(
  database: Kysely<PhotosTables>,
  accountId: string,
  wanted: readonly WantedOriginal[],
): Promise<Original[]> {
  const ownerOf = new Map(wanted.map(({ photoId, ownerId }) => [photoId, ownerId]))
  const { own, others } = await findReadablePhotos(database, accountId, [...ownerOf.keys()])
  const found = new Map([...own, ...others].map((photo) => [photo.id, photo]))
  return [...ownerOf].flatMap(([photoId, ownerId]) => {
    const photo = found.get(photoId)
    return photo && (ownerId ?? photo.owner_id) === photo.owner_id ? [toOriginal(photo)] : []
  })
}

/** A photo's file in the form for other services. */
export function toOriginal(photo: PhotoRow): Original {
  return {
    imageId: photo.id,
    ownerId: photo.owner_id,
    fileName: contentName(photo.file_name, photo.content_type),
    originalKey: photo.original_key,
    size: photo.size,
    crc32: photo.crc32,
    contentType: photo.content_type,
    ...(photo.taken_at === null ? {} : { dateTaken: photo.taken_at.replace(' ', 'T') }),
    ...(photo.taken_offset === null ? {} : { dateTakenOffset: photo.taken_offset }),
    uploadEnd: photo.uploaded_at.toISOString(),
  }
}

import { type Insertable, type Transaction, sql } from 'kysely'
import { z } from 'zod'
import { albumChangedEvents } from './albums/albumReaders.ts'
import { type Announcement, changeOf, trashChanged } from './announcements.ts'
import { restoreInTransaction } from './trash/restore.ts'
import { showTrashed } from './trash/trashedPhotos.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import { type PhotosTable, type PhotosTables, pictureProblems } from './tables.ts'

const side = z.number().int().min(1)

const thumbnailsSchema = z.array(z.object({ id: z.string(), width: side, height: side, key: z.string() }))

const originalSchema = z.object({
  imageId: z.uuid(),
  uploadId: z.uuid(),
  generation: z.number().int(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.number().int(),
  crc32: z.number().int(),
  originalKey: z.string(),
  width: side,
  height: side,
  takenAt: z.string().nullable(),
  takenOffset: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  thumbhash: z.string().nullable(),
  thumbnails: thumbnailsSchema,
  uploadedAt: z.iso.datetime(),
  pictureProblem: z.enum(pictureProblems).optional(),
})

/**
 * Turns ready originals into photos. If an original has a photo already, the photo's generation is updated, and storage
 * gets a confirmation: from then on, deleting the photo also deletes the original. Such a photo stays even if a
 * deletion of the whole library is about to reach it, because it was uploaded again. A photo in the trash is restored.
 * @returns the ids of the restored photos, and the events to append
 */
export async function addPhotos(
  events: readonly PlatformEvent[],
  change: Transaction<PhotosTables>,
): Promise<{ readonly restored: ReadonlySet<string>; readonly announcements: readonly Announcement[] }> {
  if (events.length === 0) return { restored: new Set(), announcements: [] }
  const rows = new Map<string, Insertable<PhotosTable>>()
  for (const event of events) {
    const row = rowOf(event)
    rows.set(row.id, row)
  }
  const restored = await restoreUploaded(change, [...rows.values()])
  const written = await change
    .insertInto('photos')
    // Not `now()`, the start of the transaction: the customer may have deleted the whole library after that start and
    // before the upload, and that deletion would then include the new photo.
    .values([...rows.values()].map((row) => ({ ...row, created_at: sql<Date>`clock_timestamp()` })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        generation: sql`greatest(photos.generation, excluded.generation)`,
        created_at: sql`case when excluded.generation > photos.generation and photos.created_at <= (
            select before from photos.library_deletions where owner_id = photos.owner_id
          ) then excluded.created_at else photos.created_at end`,
      }),
    )
    .returning(['id', 'owner_id', 'taken_month', 'generation', sql<boolean>`created_at >= now()`.as('is_new')])
    .execute()
  const isAdded = (photo: (typeof written)[number]) => photo.is_new || restored.ids.has(photo.id)
  const announcements = [
    ...written.map((photo) => changeOf(isAdded(photo) ? 'photo.added' : 'photo.confirmed', photo.owner_id, photo)),
    ...(await albumChangedEvents(change, restored.albumIds)),
    ...restored.owners.map(trashChanged),
  ]
  return { restored: restored.ids, announcements }
}

/** Restores the photos in the trash whose files were uploaded again. */
async function restoreUploaded(
  change: Transaction<PhotosTables>,
  uploaded: readonly Pick<Insertable<PhotosTable>, 'id' | 'owner_id'>[],
): Promise<{ ids: ReadonlySet<string>; albumIds: readonly string[]; owners: readonly string[] }> {
  const idsOf = Map.groupBy(uploaded, (photo) => photo.owner_id)
  const found = await change
    .selectFrom('trashed_photos')
    .select('owner_id')
    .distinct()
    .where(
      'id',
      'in',
      uploaded.map(({ id }) => id),
    )
    .where('owner_id', 'in', [...idsOf.keys()])
    .execute()
  const ids = new Set<string>()
  const albumIds: string[] = []
  for (const { owner_id: owner } of found) {
    const restored = await restoreInTransaction(change, owner, idsOf.get(owner)?.map(({ id }) => id) ?? [])
    for (const { id } of restored.photos) ids.add(id)
    albumIds.push(...restored.albumIds)
  }
  return { ids, albumIds, owners: found.map((row) => row.owner_id) }
}

const decodedSchema = z.object({ imageId: z.uuid(), thumbhash: z.string(), thumbnails: thumbnailsSchema })

/**
 * Adds renditions to photos that storage could not decode until now. Announces these photos like added ones, so that
 * open pages fetch their months again.
 * @returns the events to append
 */
export async function showPhotos(
  events: readonly PlatformEvent[],
  change: Transaction<PhotosTables>,
): Promise<readonly Announcement[]> {
  const announcements: Announcement[] = []
  for (const { owner, data } of events) {
    const { imageId, thumbhash, thumbnails } = decodedSchema.parse(data)
    const shown = await change
      .updateTable('photos')
      .set({ thumbhash, thumbnails: JSON.stringify(thumbnails), picture_problem: null })
      .where('id', '=', imageId)
      .where('owner_id', '=', owner)
      .returning(['id', 'taken_month', 'generation'])
      .executeTakeFirst()
    if (shown) announcements.push(changeOf('photo.added', owner, shown))
    else await showTrashed(change, owner, { imageId, thumbhash, thumbnails })
  }
  return announcements
}

function rowOf(event: PlatformEvent): Insertable<PhotosTable> {
  const original = originalSchema.parse(event.data)
  return {
    id: original.imageId,
    owner_id: event.owner,
    upload_id: original.uploadId,
    generation: original.generation,
    file_name: original.fileName,
    content_type: original.contentType,
    size: original.size,
    crc32: original.crc32,
    original_key: original.originalKey,
    thumbnails: JSON.stringify(original.thumbnails),
    width: original.width,
    height: original.height,
    taken_at: original.takenAt,
    taken_offset: original.takenOffset,
    latitude: original.latitude,
    longitude: original.longitude,
    details: JSON.stringify(original.details),
    thumbhash: original.thumbhash,
    picture_problem: original.pictureProblem ?? null,
    uploaded_at: new Date(original.uploadedAt),
  }
}

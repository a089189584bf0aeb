import { type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import type { RefusalCode } from './formats/refusal.ts'
import type { OriginalsTable, StorageTables, ThumbnailFacts, UploadsTable } from './tables.ts'

export type UploadRow = Selectable<UploadsTable>
export type OriginalRow = Selectable<OriginalsTable>
type Database = Kysely<StorageTables>
type Change = Transaction<StorageTables>

export interface NewUpload {
  readonly id: string
  readonly ownerId: string
  readonly fileName: string
  readonly size: number
  readonly imageId: string
  /** Upload-Metadata as the client sent it. */
  readonly metadata?: string | null
}

export async function insertUpload(database: Database, upload: NewUpload): Promise<void> {
  await database
    .insertInto('uploads')
    .values({
      id: upload.id,
      owner_id: upload.ownerId,
      file_name: upload.fileName,
      size: upload.size,
      image_id: upload.imageId,
      metadata: upload.metadata ?? null,
    })
    .execute()
}

/** The upload, if it belongs to this account. */
export async function findUpload(database: Database, id: string, ownerId: string): Promise<UploadRow | undefined> {
  return database
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

/** Those of the uploads that belong to this account, in any order. */
export async function findUploads(database: Database, ids: readonly string[], ownerId: string): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  return database
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('owner_id', '=', ownerId)
    .execute()
}

export async function readUpload(database: Database, id: string): Promise<UploadRow | undefined> {
  return database.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockUpload(change: Change, id: string): Promise<UploadRow | undefined> {
  return change.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Deletes an upload that has not become a photo. False if it has, or is gone. */
export async function deleteUpload(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('state', 'in', ['RECEIVING', 'REJECTED'])
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** False if the upload has ended otherwise in the meantime. */
export async function rejectUpload(database: Database, id: string, code: RefusalCode): Promise<boolean> {
  const rejected = await database
    .updateTable('uploads')
    .set({ state: 'REJECTED', code, changed_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'RECEIVING')
    .returning('id')
    .executeTakeFirst()
  return rejected !== undefined
}

/** Links the upload to its original, which determines its state from now on. */
export async function acceptUpload(
  change: Change,
  id: string,
  accepted: { imageId: string; duplicate: boolean; ready: boolean },
): Promise<void> {
  await change
    .updateTable('uploads')
    .set({
      state: accepted.ready ? 'READY' : 'PROCESSING',
      image_id: accepted.imageId,
      duplicate: accepted.duplicate,
      changed_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Ends all uploads that wait for this original. */
export async function settleUploads(change: Change, imageId: string, code: RefusalCode | null): Promise<void> {
  await change
    .updateTable('uploads')
    .set({ state: code ? 'REJECTED' : 'READY', code, changed_at: sql`now()` })
    .where('image_id', '=', imageId)
    .where('state', '=', 'PROCESSING')
    .execute()
}

export async function unfinishedUploads(database: Database): Promise<UploadRow[]> {
  return database.selectFrom('uploads').selectAll().where('state', '=', 'RECEIVING').orderBy('id').execute()
}

/** Deletes uploads that ended long ago or will never be complete. Returns the ids of the incomplete ones. */
export async function deleteExpiredUploads(
  database: Database,
  unfinishedBefore: Date,
  endedBefore: Date,
): Promise<string[]> {
  await database
    .deleteFrom('uploads')
    .where('state', 'in', ['READY', 'REJECTED'])
    .where('changed_at', '<', endedBefore)
    .execute()
  const unfinished = await database
    .deleteFrom('uploads')
    .where('state', '=', 'RECEIVING')
    .where('created_at', '<', unfinishedBefore)
    .returning('id')
    .execute()
  return unfinished.map((row) => row.id)
}

export interface NewOriginal {
  readonly imageId: string
  readonly ownerId: string
  readonly uploadId: string
  readonly checksum: string
  readonly size: number
  readonly crc32: number
  readonly format: OriginalRow['format']
  readonly fileName: string
  readonly width: number
  readonly height: number
  readonly takenAt: string | null
  readonly takenOffset: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly details: Readonly<Record<string, string | number>>
}

/** False if the account already has this content. */
export async function insertOriginal(change: Change, original: NewOriginal): Promise<boolean> {
  const inserted = await change
    .insertInto('originals')
    .values({
      image_id: original.imageId,
      owner_id: original.ownerId,
      upload_id: original.uploadId,
      checksum: original.checksum,
      size: original.size,
      crc32: original.crc32,
      format: original.format,
      file_name: original.fileName,
      width: original.width,
      height: original.height,
      taken_at: original.takenAt,
      taken_offset: original.takenOffset,
      latitude: original.latitude,
      longitude: original.longitude,
      details: JSON.stringify(original.details),
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'checksum']).doNothing())
    .returning('image_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The account's original with this content, locked against removal. */
export async function lockOriginalByContent(
  change: Change,
  ownerId: string,
  checksum: string,
): Promise<OriginalRow | undefined> {
  return change
    .selectFrom('originals')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('checksum', '=', checksum)
    .forUpdate()
    .executeTakeFirst()
}

export async function hasContent(database: Database, ownerId: string, checksum: string): Promise<boolean> {
  const row = await database
    .selectFrom('originals')
    .select('image_id')
    .where('owner_id', '=', ownerId)
    .where('checksum', '=', checksum)
    .executeTakeFirst()
  return row !== undefined
}

export async function readOriginal(database: Database, imageId: string): Promise<OriginalRow | undefined> {
  return database.selectFrom('originals').selectAll().where('image_id', '=', imageId).executeTakeFirst()
}

export async function lockOriginal(change: Change, imageId: string): Promise<OriginalRow | undefined> {
  return change.selectFrom('originals').selectAll().where('image_id', '=', imageId).forUpdate().executeTakeFirst()
}

export async function raiseGeneration(change: Change, imageId: string): Promise<OriginalRow> {
  return change
    .updateTable('originals')
    .set({ generation: sql`generation + 1` })
    .where('image_id', '=', imageId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined if the original was deleted, or was ready already. */
export async function markReady(
  change: Change,
  imageId: string,
  cut: { thumbhash: string; thumbnails: readonly ThumbnailFacts[] },
): Promise<OriginalRow | undefined> {
  return change
    .updateTable('originals')
    .set({ state: 'READY', thumbhash: cut.thumbhash, thumbnails: JSON.stringify(cut.thumbnails) })
    .where('image_id', '=', imageId)
    .where('state', '=', 'PROCESSING')
    .returningAll()
    .executeTakeFirst()
}

export async function deleteOriginals(change: Change, imageIds: readonly string[]): Promise<void> {
  await change
    .deleteFrom('originals')
    .where('image_id', 'in', [...imageIds])
    .execute()
}

/** A photo that was removed from the library, and the generation of its original that the library knew. */
export interface Removal {
  readonly owner: string
  readonly imageId: string
  readonly generation: number
}

/** Deletes the originals of removed photos, except those of a later generation; returns the deleted ones. */
export async function deleteRemoved(
  change: Change,
  removals: readonly Removal[],
): Promise<{ owner: string; imageId: string }[]> {
  const { rows } = await sql<{ owner: string; imageId: string }>`
    with removed as (
      select * from unnest(
        ${removals.map(({ imageId }) => imageId)}::uuid[],
        ${removals.map(({ owner }) => owner)}::uuid[],
        ${removals.map(({ generation }) => generation)}::integer[]
      ) as removed (image_id, owner_id, generation)
    ), locked as materialized (
      select originals.image_id from storage.originals
      join removed on removed.image_id = originals.image_id and removed.owner_id = originals.owner_id
        and removed.generation >= originals.generation
      order by originals.image_id for update of originals
    )
    delete from storage.originals where image_id = any(array(select image_id from locked))
    returning owner_id as owner, image_id as "imageId"`.execute(change)
  return rows
}

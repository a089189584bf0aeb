import { type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import type { RefusalCode } from './formats/refusal.ts'
import { type PictureProblem, decoderVersion } from './pictureProblem.ts'
import type { OriginalsTable, StorageTables, ThumbnailFacts, UploadsTable } from './tables.ts'

export type UploadRow = Selectable<UploadsTable>
export type OriginalRow = Selectable<OriginalsTable>
type Database = Kysely<StorageTables>
type Change = Transaction<StorageTables>

const mostListed = 500

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

/** An upload, and why the picture of its original cannot be shown. */
export type FoundUpload = UploadRow & Pick<OriginalRow, 'picture_problem'>

/** The upload, if it belongs to this account. */
export async function findUpload(database: Database, id: string, ownerId: string): Promise<FoundUpload | undefined> {
  return (await findUploads(database, [id], ownerId))[0]
}

/** Finds the uploads that belong to this account, in no order. */
export async function findUploads(database: Database, ids: readonly string[], ownerId: string): Promise<FoundUpload[]> {
  if (ids.length === 0) return []
  return database
    .selectFrom('uploads')
    .leftJoin('originals', 'originals.image_id', 'uploads.image_id')
    .selectAll('uploads')
    .select('originals.picture_problem')
    .where('uploads.id', 'in', [...ids])
    .where('uploads.owner_id', '=', ownerId)
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

/** Undefined if the upload has ended with another outcome in the meantime. */
export async function rejectUpload(change: Change, id: string, code: RefusalCode): Promise<FoundUpload | undefined> {
  return change
    .updateTable('uploads')
    .set({ state: 'REJECTED', code, changed_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'RECEIVING')
    .returningAll()
    .returning(sql<null>`null`.as('picture_problem'))
    .executeTakeFirst()
}

/**
 * Links the upload to its original. It is being made ready until the library has handled this generation of the
 * original.
 */
export async function acceptUpload(
  change: Change,
  id: string,
  accepted: { imageId: string; generation: number; duplicate: boolean },
): Promise<void> {
  await change
    .updateTable('uploads')
    .set({
      state: 'PROCESSING',
      image_id: accepted.imageId,
      generation: accepted.generation,
      duplicate: accepted.duplicate,
      changed_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** An original in the library, and its latest generation that the library has handled. */
export interface Arrival {
  readonly imageId: string
  readonly generation: number
}

/** Ends the uploads that waited for these arrivals; returns them. */
export async function settleUploads(change: Change, arrivals: readonly Arrival[]): Promise<FoundUpload[]> {
  const { rows } = await sql<FoundUpload>`
    with ready as (
      update storage.uploads set state = 'READY', changed_at = now()
      from unnest(
        ${arrivals.map(({ imageId }) => imageId)}::uuid[],
        ${arrivals.map(({ generation }) => generation)}::integer[]
      ) as arrived (image_id, generation)
      where uploads.image_id = arrived.image_id and uploads.generation <= arrived.generation
        and uploads.state = 'PROCESSING'
      returning uploads.*
    )
    select ready.*, originals.picture_problem
    from ready left join storage.originals on originals.image_id = ready.image_id`.execute(change)
  return rows
}

/** The account's uploads that are not yet photos: how many, and the oldest of them. */
export async function processingUploads(
  database: Database,
  ownerId: string,
): Promise<{ count: number; uploads: { uploadId: string; fileName: string }[] }> {
  const uploads = await database
    .selectFrom('uploads')
    .select(['id as uploadId', 'file_name as fileName', sql<number>`(count(*) over ())::integer`.as('count')])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'PROCESSING')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  const count = uploads[0]?.count ?? 0
  return { count, uploads: uploads.map(({ uploadId, fileName }) => ({ uploadId, fileName })) }
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

export async function raiseGeneration(change: Change, imageId: string): Promise<OriginalRow> {
  return change
    .updateTable('originals')
    .set({ generation: sql`generation + 1` })
    .where('image_id', '=', imageId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What a decoder has made of an original. */
export interface Picture {
  readonly thumbhash: string
  readonly thumbnails: readonly ThumbnailFacts[]
}

/** Undefined if the original was deleted, or was ready already. */
export async function markReady(
  change: Change,
  imageId: string,
  picture: Picture | PictureProblem,
): Promise<OriginalRow | undefined> {
  return change
    .updateTable('originals')
    .set({ state: 'READY', ...pictureColumns(picture) })
    .where('image_id', '=', imageId)
    .where('state', '=', 'PROCESSING')
    .returningAll()
    .executeTakeFirst()
}

/** Records another attempt to show an original. Undefined if it was deleted, or can be shown already. */
export async function markTriedAgain(
  change: Change,
  imageId: string,
  picture: Picture | PictureProblem,
): Promise<OriginalRow | undefined> {
  return change
    .updateTable('originals')
    .set(pictureColumns(picture))
    .where('image_id', '=', imageId)
    .where('picture_problem', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

function pictureColumns(picture: Picture | PictureProblem) {
  return typeof picture === 'string'
    ? { picture_problem: picture, problem_decoder: decoderVersion }
    : {
        thumbhash: picture.thumbhash,
        thumbnails: JSON.stringify(picture.thumbnails),
        picture_problem: null,
        problem_decoder: null,
      }
}

/** True if the original was not decoded yet, or only an earlier version of the decoder failed on it. */
export function isToBeCut({ state, problem_decoder: triedBy }: OriginalRow): boolean {
  return state === 'PROCESSING' || (triedBy !== null && triedBy < decoderVersion)
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

import { type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import { type PictureProblem, decoderVersion } from './pictureProblem.ts'
import type { OriginalsTable, StorageTables, ThumbnailFacts } from './tables.ts'

export type OriginalRow = Selectable<OriginalsTable>
type Database = Kysely<StorageTables>
type Change = Transaction<StorageTables>

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

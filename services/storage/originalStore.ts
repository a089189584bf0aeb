import { type Kysely, type RawBuilder, type Selectable, type Transaction, sql } from 'kysely'
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

/**
 * Adds the originals of complete uploads, and accepts these uploads. Leaves out an upload that has ended meanwhile, and
 * content that the account already has.
 * @returns the ids of the accepted uploads
 */
export async function addOriginals(change: Change, originals: readonly NewOriginal[]): Promise<ReadonlySet<string>> {
  const given = originals.map((original) => ({
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
    details: original.details,
  }))
  const { rows } = await sql<{ id: string }>`
    with receiving as materialized (
      select id from storage.uploads
      where id = any(${originals.map(({ uploadId }) => uploadId)}::uuid[]) and state = 'RECEIVING'
      order by id for update
    ), added as (
      insert into storage.originals (
        image_id, owner_id, upload_id, checksum, size, crc32, format, file_name, width, height,
        taken_at, taken_offset, latitude, longitude, details
      )
      select
        image_id, owner_id, upload_id, checksum, size, crc32, format, file_name, width, height,
        taken_at, taken_offset, latitude, longitude, details
      from jsonb_populate_recordset(null::storage.originals, ${JSON.stringify(given)}::jsonb)
      where upload_id = any(array(select id from receiving))
      on conflict (owner_id, checksum) do nothing
      returning image_id, upload_id
    )
    update storage.uploads
    set state = 'PROCESSING', image_id = added.image_id, generation = 1, duplicate = false, changed_at = now()
    from added where uploads.id = added.upload_id
    returning uploads.id`.execute(change)
  return new Set(rows.map(({ id }) => id))
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

/** The result of decoding an original. */
export interface Picture {
  readonly thumbhash: string
  readonly thumbnails: readonly ThumbnailFacts[]
}

/** One attempt to decode an original, and its result. */
export interface Attempt {
  readonly imageId: string
  readonly picture: Picture | PictureProblem
}

/** Makes originals ready; returns them. Leaves out originals that were deleted, or were ready already. */
export async function markReady(change: Change, attempts: readonly Attempt[]): Promise<OriginalRow[]> {
  const { rows } = await sql<OriginalRow>`
    update storage.originals set state = 'READY', ${picturesOf(attempts)} and originals.state = 'PROCESSING'
    returning originals.*`.execute(change)
  return rows
}

/**
 * Records further attempts to decode originals that could not be shown. Leaves out originals that were deleted, or can
 * be shown already.
 */
export async function markTriedAgain(change: Change, attempts: readonly Attempt[]): Promise<OriginalRow[]> {
  const { rows } = await sql<OriginalRow>`
    update storage.originals set ${picturesOf(attempts)} and originals.picture_problem is not null
    returning originals.*`.execute(change)
  return rows
}

function picturesOf(attempts: readonly Attempt[]): RawBuilder<unknown> {
  const rows = attempts.map(({ imageId, picture }) =>
    typeof picture === 'string'
      ? { image_id: imageId, picture_problem: picture, problem_decoder: decoderVersion }
      : { image_id: imageId, ...picture },
  )
  return sql`
    thumbhash = made.thumbhash, thumbnails = made.thumbnails,
    picture_problem = made.picture_problem, problem_decoder = made.problem_decoder
    from jsonb_populate_recordset(null::storage.originals, ${JSON.stringify(rows)}::jsonb) as made
    where originals.image_id = made.image_id`
}

/** True if the original was not decoded yet, or if only earlier versions of the decoder have failed on it. */
export function needsRenditions({ state, problem_decoder: triedBy }: OriginalRow): boolean {
  return state === 'PROCESSING' || (triedBy !== null && triedBy < decoderVersion)
}

/** A photo that was removed from the library, and the generation of its original that the library knew. */
export interface Removal {
  readonly owner: string
  readonly imageId: string
  readonly generation: number
}

/** Deletes the originals of removed photos, except originals of a later generation; returns the deleted originals. */
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

import { type Kysely, type RawBuilder, type Selectable, type Transaction, sql } from 'kysely'
import type { RefusalCode } from './formats/refusal.ts'
import type { OriginalRow } from './originalStore.ts'
import type { StorageTables, UploadsTable } from './tables.ts'

export type UploadRow = Selectable<UploadsTable>
type Database = Kysely<StorageTables>
type Change = Transaction<StorageTables>

const maximumListed = 500

/** The account that owns an upload. Null: it was made before the sign-in, and has no owner. */
export type Owner = string | null

/** How long one request may write to an upload without renewing its lease. */
export const leaseMilliseconds = 10_000
const leaseEnd = sql<Date>`clock_timestamp() + ${leaseMilliseconds}::integer * interval '1 millisecond'`

export interface NewUpload {
  readonly id: string
  readonly ownerId: Owner
  readonly fileName: string
  readonly size: number
  readonly imageId: string
  /** Upload-Metadata as the client sent it. */
  readonly metadata?: string | null
  /** The request that holds the lease from the start. */
  readonly writer?: string
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
      ...(upload.writer === undefined
        ? {}
        : { writer: upload.writer, writer_until: leaseEnd, is_held: upload.ownerId === null }),
    })
    .execute()
}

/** An upload, and why the picture of its original cannot be shown. */
export type FoundUpload = UploadRow & Pick<OriginalRow, 'picture_problem'>

/** Finds an upload of this account; without an account, an upload that no account has claimed. */
export async function findUpload(database: Database, id: string, ownerId: Owner): Promise<FoundUpload | undefined> {
  return (await findUploads(database, [id], ownerId))[0]
}

/** Finds the uploads with these ids that belong to this account, in any order. */
export async function findUploads(database: Database, ids: readonly string[], ownerId: Owner): Promise<FoundUpload[]> {
  if (ids.length === 0) return []
  return database
    .selectFrom('uploads')
    .leftJoin('originals', 'originals.image_id', 'uploads.image_id')
    .selectAll('uploads')
    .select('originals.picture_problem')
    .where('uploads.id', 'in', [...ids])
    .where('uploads.owner_id', ownerId === null ? 'is' : '=', ownerId)
    .execute()
}

export async function readUpload(database: Database, id: string): Promise<UploadRow | undefined> {
  return database.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockUpload(change: Change, id: string): Promise<UploadRow | undefined> {
  return change.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** An upload as it was before a claim, and whether the claim has succeeded. */
export type ClaimedUpload = UploadRow & { readonly is_claimed: boolean }

/** A request that wants to write to an upload of its account, or to one without an owner. */
export interface UploadClaim {
  readonly id: string
  readonly ownerId: Owner
  readonly writer: string
}

/**
 * Gives the lease on an upload to a writer, or asks the writer that holds it to stop. Does neither if the upload has
 * ended. Undefined if the account has no such upload.
 */
export async function claimUpload(
  database: Database,
  { id, ownerId, writer }: UploadClaim,
): Promise<ClaimedUpload | undefined> {
  const { rows } = await sql<ClaimedUpload>`
    with found as materialized (
      select *, state = 'RECEIVING' and (writer is null or writer_until <= clock_timestamp()) as is_claimed
      from storage.uploads where id = ${id} and owner_id is not distinct from ${ownerId}::uuid for update
    ), claimed as (
      update storage.uploads set writer = ${writer}, writer_until = ${leaseEnd}, is_writer_asked = false
      from found where uploads.id = found.id and found.is_claimed
    ), asked as (
      update storage.uploads set is_writer_asked = true
      from found where uploads.id = found.id and found.state = 'RECEIVING' and not (found.is_claimed or found.is_writer_asked)
    )
    select * from found`.execute(database)
  return rows[0]
}

/** Renews a lease. Undefined if the writer does not hold the lease any more. */
export async function renewLease(
  database: Database,
  id: string,
  writer: string,
): Promise<Pick<UploadRow, 'is_writer_asked'> | undefined> {
  return database
    .updateTable('uploads')
    .set({ writer_until: leaseEnd })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .returning('is_writer_asked')
    .executeTakeFirst()
}

/**
 * Ends a lease. False if the writer did not hold the lease any more.
 * @param arrived how many bytes have arrived, for an upload without an owner: from now on the upload can become idle
 */
export async function releaseUpload(
  database: Database,
  id: string,
  writer: string,
  arrived: number | null,
): Promise<boolean> {
  const receivedAt = sql<Date>`case when arrived < ${arrived}::bigint then clock_timestamp() else received_at end`
  const released = await database
    .updateTable('uploads')
    .set({
      writer: null,
      writer_until: null,
      ...(arrived === null ? {} : { is_held: false, arrived, received_at: receivedAt }),
    })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .returning('id')
    .executeTakeFirst()
  return released !== undefined
}

/**
 * Deletes an upload of this account whose file is not accepted. False if the file is accepted, or the upload does not
 * exist any more.
 */
export async function deleteUpload(database: Database, id: string, ownerId: Owner): Promise<boolean> {
  const deleted = await database
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where('state', 'in', ['RECEIVING', 'REJECTED'])
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Rejects an upload. Undefined if the upload has ended with another outcome in the meantime. */
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
 * Links the upload to its original. The upload stays `PROCESSING` until the library has handled this generation of the
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
  /** False if the library had the photo already. */
  readonly isAdded: boolean
}

/**
 * Ends the uploads that waited for these arrivals, and returns them. An upload of content that the account already had
 * is a duplicate, unless it brought a deleted photo back: then the arrival of its generation has added the photo. If
 * the same arrival also ends the first upload of the content, the first upload added the photo, and the later one is a
 * duplicate.
 */
export async function settleUploads(change: Change, arrivals: readonly Arrival[]): Promise<FoundUpload[]> {
  const { rows } = await sql<FoundUpload>`
    with arrived as materialized (
      select * from unnest(
        ${arrivals.map(({ imageId }) => imageId)}::uuid[],
        ${arrivals.map(({ generation }) => generation)}::integer[],
        ${arrivals.map(({ isAdded }) => isAdded)}::boolean[]
      ) as arrived (image_id, generation, is_added)
    ), ready as (
      update storage.uploads set state = 'READY', changed_at = now(),
        duplicate = uploads.duplicate and (not exists (
          select from arrived as again where again.image_id = uploads.image_id and again.is_added
            and again.generation > 1 and again.generation = uploads.generation
        ) or exists (
          select from storage.uploads as earlier where earlier.image_id = uploads.image_id
            and earlier.state = 'PROCESSING' and not earlier.duplicate and earlier.generation < uploads.generation
            and not exists (
              select from arrived as former where former.image_id = uploads.image_id and former.is_added
                and former.generation >= earlier.generation and former.generation < uploads.generation
            )
        ))
      from arrived
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
    .limit(maximumListed)
    .execute()
  const count = uploads[0]?.count ?? 0
  return { count, uploads: uploads.map(({ uploadId, fileName }) => ({ uploadId, fileName })) }
}

/** The uploads that ended with an outcome before this time. An index serves this condition. */
export function endedBefore(time: Date): RawBuilder<boolean> {
  return sql<boolean>`state in ('READY', 'REJECTED') and changed_at < ${time}`
}

/** Deletes uploads that will never be complete, at most `limit` of them. Returns their ids. */
export async function deleteUnfinishedUploads(database: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from storage.uploads where state = 'RECEIVING' and id = any(array(
      select id from storage.uploads where state = 'RECEIVING' and created_at < ${before} limit ${limit}
    )) returning id`.execute(database)
  return rows.map(({ id }) => id)
}

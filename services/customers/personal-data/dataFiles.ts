import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'
import type { CustomersTables, DataFilesTable } from '../tables.ts'
import type { DataOwner } from './PartReader.ts'

/** What the files with all data of customers need. */
export interface DataFileParts {
  readonly platform: Pick<Platform, 'blobs' | 'config' | 'http' | 'jobs' | 'log'>
  readonly database: Kysely<CustomersTables>
}

export type DataFileRow = Selectable<DataFilesTable>

/** The queue of the jobs that make files. A job names its account, so that an erasure of the account finds it. */
export const dataFileQueueName = 'customers.data-file'
export const dataFilePayload = z.object({ accountId: z.uuid(), fileId: z.uuid() })
export type DataFilePayload = z.infer<typeof dataFilePayload>

/** How many files an account can request per hour: making a file takes many calls to other services. */
const filesPerHour = 10
/**
 * How long (hours) making a file may take, for example because a service is down. After this time, the file has failed.
 */
export const promisedHours = 1
/** How long (hours) a ready file can be downloaded. */
const readyHours = 2
/** How long (hours) the customer can see that a file has failed. */
const failedHours = 24
/** How long the URL of a file is valid. */
const validMilliseconds = 10 * 60_000

/** The folder of the files of an account. */
export function dataFolder(accountId: string): string {
  return `customers/${accountId}`
}

type FileKey = Pick<DataFileRow, 'account_id' | 'id'>

/** The folder of all blobs of a file. */
export function fileFolder({ account_id: accountId, id }: FileKey): string {
  return `${dataFolder(accountId)}/${id}`
}

/** The folder of the parts of a file that is being prepared. */
export function partsFolder(file: FileKey): string {
  return `${fileFolder(file)}/parts`
}

/** The key of a part. @param number from 0 */
export function partKey(file: FileKey, number: number, attempt: number): string {
  return `${partsFolder(file)}/${number}-${attempt}.json`
}

/** The key of the finished file. Each attempt has its own. */
export function fileKey(file: FileKey & Pick<DataFileRow, 'attempt'>): string {
  return `${fileFolder(file)}/${file.attempt}.json`
}

/** The name under which a browser saves the file. */
export function fileNameOf({ requested_at: requested }: Pick<DataFileRow, 'requested_at'>): string {
  return `my-data-${requested.toISOString().slice(0, 10)}.json`
}

/**
 * Requests a file. If a file of the account is being prepared already, returns this file.
 * @throws Problem 429 if the account has used up its requests of this hour
 */
export async function requestDataFile(
  { platform, database }: DataFileParts,
  { accountId, isBusiness }: DataOwner,
): Promise<{ readonly file: DataFileRow; readonly isNew: boolean }> {
  return database.transaction().execute(async (change) => {
    // The requests of an account take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended(${dataFolder(accountId)}, 0))`.execute(change)
    const preparing = await change
      .selectFrom('data_files')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('status', '=', 'PREPARING')
      .executeTakeFirst()
    if (preparing) return { file: preparing, isNew: false }
    await refuseIfTooMany(change, accountId)
    const file = await change
      .insertInto('data_files')
      .values({ id: uuidv7(), account_id: accountId, is_business: isBusiness })
      .returningAll()
      .executeTakeFirstOrThrow()
    const payload: DataFilePayload = { accountId, fileId: file.id }
    await platform.jobs.enqueue(change, dataFileQueueName, payload, { key: file.id })
    return { file, isNew: true }
  })
}

async function refuseIfTooMany(change: Transaction<CustomersTables>, accountId: string): Promise<void> {
  const { rows } = await sql<{ count: number; seconds: number | null }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(requested_at) + interval '1 hour' - now()))::int as seconds
    from customers.data_files
    where account_id = ${accountId} and requested_at > now() - interval '1 hour'`.execute(change)
  const { count = 0, seconds = null } = rows[0] ?? {}
  if (count < filesPerHour) return
  throw new Problem(429, 'TOO_MANY_DATA_FILES', `There were ${filesPerHour} files within an hour.`, {
    'retry-after': String(Math.max(1, seconds ?? 1)),
  })
}

/** The files of the account that have not expired, newest first. There are few, because requests are limited. */
export async function listDataFiles(database: Kysely<CustomersTables>, accountId: string): Promise<DataFileRow[]> {
  return selectUnexpired(database, accountId).orderBy('requested_at', 'desc').orderBy('id', 'desc').execute()
}

/** The file with this id, if it is the account's and has not expired. */
export async function findDataFile(
  database: Kysely<CustomersTables>,
  accountId: string,
  id: string,
): Promise<DataFileRow | undefined> {
  return selectUnexpired(database, accountId).where('id', '=', id).executeTakeFirst()
}

function selectUnexpired(database: Kysely<CustomersTables>, accountId: string) {
  return database
    .selectFrom('data_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
}

/**
 * A signed URL of a ready file. Anyone who has it can read the file, so it is valid for a short time only.
 */
export function dataFileUrl(
  { blobs }: Pick<Platform, 'blobs'>,
  file: DataFileRow,
): { readonly url: string; readonly expiresAt: Date } {
  const end = Date.now() + validMilliseconds
  const expiresAt = new Date(Math.min(end, file.expires_at?.getTime() ?? end))
  const options = { fileName: fileNameOf(file), expires: expiresAt, isConfidential: true }
  return { url: blobs.signedUrl(fileKey(file), options), expiresAt }
}

/**
 * Marks a file as ready.
 * @returns false if it is not needed any more, or a later attempt has started
 */
export async function markReady(
  database: Kysely<CustomersTables>,
  { id, attempt }: DataFileRow,
  size: number,
): Promise<boolean> {
  const ready = await database
    .updateTable('data_files')
    .set({ status: 'READY', size, waiting_for: null, ...endedNow(readyHours) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'PREPARING')
    .returning('id')
    .executeTakeFirst()
  return ready !== undefined
}

/** Marks a file as failed, and deletes its parts. Does nothing if it is no longer being prepared. */
export async function markFailed({ platform, database }: DataFileParts, id: string): Promise<void> {
  const failed = await database
    .updateTable('data_files')
    .set({ status: 'FAILED', ...endedNow(failedHours) })
    .where('id', '=', id)
    .where('status', '=', 'PREPARING')
    .returning(['id', 'account_id', 'waiting_for'])
    .executeTakeFirst()
  if (!failed) return
  const { waiting_for: waitingFor } = failed
  platform.log.error({ fileId: id, waitingFor }, 'a file with all data of a customer was not ready in time')
  await platform.blobs.deleteFolder(fileFolder(failed))
}

function endedNow(hoursKept: number) {
  return { ended_at: sql<Date>`now()`, expires_at: sql<Date>`now() + make_interval(hours => ${hoursKept}::int)` }
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'
import type { CustomersTables } from '../tables.ts'
import type { DataCaller } from './DataCaller.ts'
import { dataFile } from './dataFile.ts'

/** A file that can be downloaded. */
export interface DataDownload {
  /** A signed URL. Anyone who has it can read the file, so it is valid for a short time only. */
  readonly url: string
  readonly fileName: string
  /** In bytes. */
  readonly size: number
  readonly expiresAt: Date
}

/** How many files an account can have made per hour: each takes many calls to other services. */
const filesPerHour = 10
/** How long the URL of a file is valid. */
const validMilliseconds = 10 * 60_000

/** The folder of the files of an account. */
export function dataFolder(accountId: string): string {
  return `customers/${accountId}`
}

/**
 * Makes a file with all data of the customer.
 * @throws Problem 429 if the account has had all files of this hour, 404 if it is marked for deletion, 424 if a part
 * cannot be read
 */
export async function makeDataFile(
  { blobs }: Pick<Platform, 'blobs'>,
  database: Kysely<CustomersTables>,
  caller: DataCaller,
): Promise<DataDownload> {
  const accountId = caller.account.id
  const id = await database.transaction().execute(async (change) => countFile(change, accountId))
  const key = keyOf(accountId, id)
  // The blob becomes visible only when it is complete.
  const { size } = await blobs.put(key, dataFile(caller, database), { contentType: 'application/json' })
  const expiresAt = new Date(Date.now() + validMilliseconds)
  const fileName = `my-data-${new Date().toISOString().slice(0, 10)}.json`
  return {
    url: blobs.signedUrl(key, { fileName, expires: expiresAt, isConfidential: true }),
    fileName,
    size,
    expiresAt,
  }
}

/** Deletes the files whose URL has expired, at most an hour later. Their rows are not needed for the limit any more. */
export async function purgeDataFiles(
  { blobs }: Pick<Platform, 'blobs'>,
  database: Kysely<CustomersTables>,
): Promise<void> {
  const old = await database
    .selectFrom('data_files')
    .select(['id', 'account_id'])
    .where('requested_at', '<=', sql<Date>`now() - interval '1 hour'`)
    .execute()
  // The files go before the rows, which name them.
  await blobs.delete(old.map((file) => keyOf(file.account_id, file.id)))
  for (const { id } of old) await database.deleteFrom('data_files').where('id', '=', id).execute()
}

function keyOf(accountId: string, id: string): string {
  return `${dataFolder(accountId)}/${id}.json`
}

/**
 * Counts a file that is about to be made.
 * @returns its id
 * @throws a 429 problem if the account has had all files of this hour
 */
async function countFile(change: Transaction<CustomersTables>, accountId: string): Promise<string> {
  // Only one request of an account counts at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended(${dataFolder(accountId)}, 0))`.execute(change)
  const { rows } = await sql<{ count: number; seconds: number | null }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(requested_at) + interval '1 hour' - now()))::int as seconds
    from customers.data_files
    where account_id = ${accountId} and requested_at > now() - interval '1 hour'`.execute(change)
  const { count = 0, seconds = null } = rows[0] ?? {}
  if (count >= filesPerHour) {
    throw new Problem(429, 'TOO_MANY_DATA_FILES', `There were ${filesPerHour} files within an hour.`, {
      'retry-after': String(Math.max(1, seconds ?? 1)),
    })
  }
  const id = uuidv7()
  await change.insertInto('data_files').values({ id, account_id: accountId }).execute()
  return id
}

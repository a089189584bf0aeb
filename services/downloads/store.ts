import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'
import { announcementOf } from './announcements.ts'
import { archiveQueueName } from './archive.ts'
import type { Original } from './originals.ts'
import type { DownloadsTable, DownloadsTables } from './tables.ts'

const columns = [
  'id',
  'owner_id',
  'name',
  'state',
  'photos_count',
  'missing_count',
  'progress',
  'size',
  'created_at',
  'expires_at',
] as const

/** An archive, without the list of its photos. */
export type DownloadRow = Pick<Selectable<DownloadsTable>, (typeof columns)[number]>

/** An archive and its photos. */
export type DownloadWithPhotos = DownloadRow & { readonly photoIds: readonly string[] }

/** A request for an archive. */
export interface DownloadRequest {
  readonly ownerId: string
  readonly name: string | null
  /** The number of photos. */
  readonly count: number
  /** The idempotency key: equal for a repeated request. Null: every request is a new one. */
  readonly key: string | null
  readonly digest: string
}

/** Maximum number of unfinished archives per customer. Limited because other customers' archives wait behind them. */
const maximumRunning = 20

/** An arbitrary number. Together with the account it names the lock for creating archives. */
const ownerLock = 7_215_002

/**
 * @param wanted how many archives the caller is about to create; the stored unfinished archives count too
 * @throws Problem 429 if the account would then have too many unfinished archives
 */
export async function refuseTooMany(database: Kysely<DownloadsTables>, ownerId: string, wanted: number): Promise<void> {
  const started = await database
    .selectFrom('downloads')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'started')
    .limit(maximumRunning + 1)
    .execute()
  if (started.length + wanted <= maximumRunning) return
  throw new Problem(429, 'TOO_MANY_DOWNLOADS', 'Wait until some archives are finished.', { 'retry-after': '60' })
}

/** A digest of the request, to detect a key that is reused for another request. */
export function digestOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

/**
 * The archive of an earlier request with the same key. Throws a 422 problem if the earlier request asked for something
 * else.
 */
export async function findRepeated(
  database: Kysely<DownloadsTables>,
  { ownerId, key, digest }: Pick<DownloadRequest, 'ownerId' | 'key' | 'digest'>,
): Promise<DownloadWithPhotos | null> {
  if (key === null) return null
  const found = await database
    .selectFrom('downloads')
    .select([...columns, 'originals', 'request_digest'])
    .where('owner_id', '=', ownerId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (!found) return null
  if (found.request_digest === digest) return withPhotoIds(found)
  throw new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent with another request before.')
}

/**
 * Stores the request and queues the job, in one transaction.
 * @returns null if the same request was stored meanwhile
 * @throws Problem 429 if other requests were stored meanwhile and the account now has too many unfinished archives
 */
export async function createDownload(
  database: Kysely<DownloadsTables>,
  { jobs, events }: Platform,
  request: DownloadRequest,
  originals: readonly Original[],
): Promise<DownloadWithPhotos | null> {
  const { ownerId, count } = request
  return database.transaction().execute(async (change) => {
    // Concurrent requests of an account take turns, so that each request counts the archives of earlier requests.
    await sql`select pg_advisory_xact_lock(${ownerLock}::int, hashtext(${ownerId}))`.execute(change)
    const created = await change
      .insertInto('downloads')
      .values({
        id: uuidv7(),
        owner_id: ownerId,
        name: request.name,
        originals: JSON.stringify(originals),
        photos_count: count,
        missing_count: count - originals.length,
        request_key: request.key,
        request_digest: request.digest,
      })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'request_key']).where('request_key', 'is not', null).doNothing(),
      )
      .returning([...columns, 'originals'])
      .executeTakeFirst()
    if (!created) return null
    await refuseTooMany(change, ownerId, 0)
    const downloadId = created.id
    await jobs.enqueue(change, archiveQueueName, { downloadId }, { key: downloadId, owner: ownerId })
    await events.append(change, [announcementOf('started', ownerId, { downloadId })])
    return withPhotoIds(created)
  })
}

/** An account's unexpired archives, newest first, after the cursor. */
export async function listDownloads(
  database: Kysely<DownloadsTables>,
  ownerId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ readonly downloads: readonly DownloadRow[]; readonly cursor: string | null }> {
  let query = selectCurrent(database, ownerId)
  if (after !== undefined) query = query.where('id', '<', after)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const downloads = rows.slice(0, limit)
  return { downloads, cursor: rows.length > limit ? (downloads.at(-1)?.id ?? null) : null }
}

/** One of the account's archives, unless it has expired. */
export async function findDownload(
  database: Kysely<DownloadsTables>,
  ownerId: string,
  id: string,
): Promise<DownloadRow | null> {
  return (await selectCurrent(database, ownerId).where('id', '=', id).executeTakeFirst()) ?? null
}

function selectCurrent(database: Kysely<DownloadsTables>, ownerId: string) {
  return database
    .selectFrom('downloads')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
}

function withPhotoIds({ originals, ...row }: DownloadRow & { originals: readonly Original[] }): DownloadWithPhotos {
  return { ...row, photoIds: originals.map(({ imageId }) => imageId) }
}

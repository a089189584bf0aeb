import { type Kysely, type Transaction, sql } from 'kysely'
import { Problem } from '../platform/problems.ts'
import { anonymousStorageFull, lockSpace, takenBytes } from './anonymousSpace.ts'
import { type UploadLimits, lockUsage, readUsage } from './quota.ts'
import { type NewUpload, insertUpload } from './uploadStore.ts'
import type { AnonymousLimits } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

/** How long an upload without an owner is kept, so that an account can claim it. */
const anonymousHours = 24
const isKept = sql<boolean>`created_at > clock_timestamp() - ${anonymousHours}::integer * interval '1 hour'`

const today = sql<string>`(clock_timestamp() at time zone 'UTC')::date`

/**
 * Inserts an upload that a visitor announces before the sign-in. Announcements wait for each other, even on other
 * replicas, so that together they cannot exceed a limit.
 * @param caller a keyed hash of the visitor's address group
 * @throws Problem 429 if the address group has announced too much today, 507 if the space that all visitors share is
 *   full
 */
export async function announceAnonymousUpload(
  database: Kysely<StorageTables>,
  upload: NewUpload & { readonly ownerId: null },
  { caller, limits }: { readonly caller: string; readonly limits: AnonymousLimits },
): Promise<void> {
  await database.transaction().execute(async (change) => {
    await lockSpace(change)
    if (!(await countAnnounced(change, caller, upload.size, limits))) throw tooManyAnonymous()
    if ((await takenBytes(change)) + upload.size > limits.totalBytes) throw anonymousStorageFull()
    await insertUpload(change, upload)
  })
}

/** Adds an upload to today's counts. Returns false if it exceeds a limit of its address group. */
async function countAnnounced(
  change: Transaction<StorageTables>,
  caller: string,
  size: number,
  { uploadsPerAddress, bytesPerAddress }: AnonymousLimits,
): Promise<boolean> {
  if (size > bytesPerAddress) return false
  const { rows } = await sql`
    insert into storage.anonymous_counts (caller, day, uploads, bytes) values (${caller}, ${today}, 1, ${size})
    on conflict (caller, day) do update
      set uploads = anonymous_counts.uploads + 1, bytes = anonymous_counts.bytes + excluded.bytes
      where anonymous_counts.uploads < ${uploadsPerAddress}
        and anonymous_counts.bytes + excluded.bytes <= ${bytesPerAddress}
    returning uploads`.execute(change)
  return rows.length > 0
}

/** The result of a claim. */
export interface Claim {
  /** Uploads that belong to the account now, and did not before. */
  readonly claimed: readonly string[]
  /** Uploads without an owner that do not fit into the account's quota. They stay unclaimed. */
  readonly tooLarge: readonly string[]
}

/**
 * Gives complete uploads without an owner to an account. A single statement changes the owner, so that only one of two
 * simultaneous claims gets an upload.
 * @param ids the ids of complete uploads, which are claimed in this order while they fit into the quota
 */
export async function claimAnonymousUploads(
  database: Kysely<StorageTables>,
  ids: readonly string[],
  { accountId, quotaBytes }: { readonly accountId: string } & Pick<UploadLimits, 'quotaBytes'>,
): Promise<Claim> {
  if (ids.length === 0) return { claimed: [], tooLarge: [] }
  return database.transaction().execute(async (change) => {
    await lockUsage(change, accountId)
    const found = await change
      .selectFrom('uploads')
      .select(['id', 'size'])
      .where('id', 'in', [...ids])
      .where('owner_id', 'is', null)
      .where(isKept)
      .execute()
    const sizes = new Map(found.map(({ id, size }) => [id, size]))
    const usage = await readUsage(change, accountId)
    let room = quotaBytes === null ? Number.POSITIVE_INFINITY : quotaBytes - usage.storedBytes - usage.announcedBytes
    const fitting: string[] = []
    const tooLarge: string[] = []
    for (const id of ids.filter((one) => sizes.has(one))) {
      const size = sizes.get(id) ?? 0
      const isFitting = size <= room
      if (isFitting) room -= size
      const list = isFitting ? fitting : tooLarge
      list.push(id)
    }
    return { claimed: await giveTo(change, fitting, accountId), tooLarge }
  })
}

async function giveTo(
  change: Transaction<StorageTables>,
  ids: readonly string[],
  accountId: string,
): Promise<string[]> {
  if (ids.length === 0) return []
  const given = await change
    .updateTable('uploads')
    .set({ owner_id: accountId, writer: null, writer_until: null, changed_at: sql`now()` })
    .where('id', 'in', [...ids])
    .where('owner_id', 'is', null)
    .returning('id')
    .execute()
  return given.map(({ id }) => id)
}

/** The moment after which an upload without an owner cannot be claimed. */
export function keptUntil({ created_at: createdAt }: { readonly created_at: Date }): Date {
  return new Date(createdAt.getTime() + anonymousHours * 3_600_000)
}

/** True while an upload without an owner can be claimed. */
export function isClaimable(upload: { readonly created_at: Date }): boolean {
  return keptUntil(upload).getTime() > Date.now()
}

/** Deletes uploads that no account has claimed in time, at most `limit` of them. Returns their ids. */
export async function deleteUnclaimedUploads(database: Kysely<StorageTables>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from storage.uploads where owner_id is null and id = any(array(
      select id from storage.uploads where owner_id is null and not ${isKept} limit ${limit}
    )) returning id`.execute(database)
  return rows.map(({ id }) => id)
}

/** Deletes the counts of what address groups announced on earlier days. */
export async function deleteFormerCounts(database: Kysely<StorageTables>): Promise<void> {
  await sql`delete from storage.anonymous_counts where day < ${today}`.execute(database)
}

function tooManyAnonymous(): Problem {
  const midnight = new Date().setUTCHours(24, 0, 0, 0)
  const seconds = Math.ceil((midnight - Date.now()) / 1_000)
  const detail = 'Too many uploads without an account came from this address today. Sign in to upload more.'
  return new Problem(429, 'ANONYMOUS_LIMIT_REACHED', detail, { 'retry-after': String(seconds) })
}

import { type Kysely, type Transaction, sql } from 'kysely'
import { Problem } from '../platform/problems.ts'
import { type ClaimedUpload, type UploadClaim, claimUpload } from './uploadStore.ts'
import type { StorageTables } from './tables.ts'

/** An upload without an owner is idle if it has received nothing for this long. Then it does not reserve space. */
const idleMinutes = 10
const isIdle = sql<boolean>`
  (not is_held and received_at <= clock_timestamp() - ${idleMinutes}::integer * interval '1 minute')`

/** The `caller` of a row that serves only as a lock. All other rows have a hash there, which is never empty. */
const everyone = ''
/** The `day` of the row that serves only as a lock: far in the future, so that the row is never deleted. */
const always = '9999-12-31'

/**
 * Makes later transactions that reserve space for uploads without an owner wait for this one, also on other replicas.
 */
export async function lockSpace(change: Transaction<StorageTables>): Promise<void> {
  await sql`
    insert into storage.anonymous_counts (caller, day, uploads, bytes) values (${everyone}, ${always}, 0, 0)
    on conflict (caller, day) do update set uploads = 0`.execute(change)
}

/**
 * How many bytes all uploads without an owner take of the space that they share: their announced sizes, but for idle
 * uploads only the bytes that have arrived.
 */
export async function takenBytes(change: Transaction<StorageTables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(case when ${isIdle} then arrived else size end), 0)::bigint as bytes
    from storage.uploads where owner_id is null`.execute(change)
  return rows[0]?.bytes ?? 0
}

/**
 * Claims an upload without an owner for a request that sends bytes, as `claimUpload` does. For an idle upload, reserves
 * space again for the bytes that have not arrived. While the request holds the upload, the upload is not idle.
 * @param totalBytes the space of all uploads without an owner
 * @throws Problem 507 if these bytes do not fit. Then the upload stays as it was
 */
export async function claimWithSpace(
  database: Kysely<StorageTables>,
  claim: UploadClaim & { readonly ownerId: null },
  totalBytes: number,
): Promise<ClaimedUpload | undefined> {
  return database.transaction().execute(async (change) => {
    await lockSpace(change)
    const found = await claimUpload(change, claim)
    if (!found?.is_claimed) return found
    const { rows } = await sql<{ was_idle: boolean }>`
      update storage.uploads set is_held = true
      from (select id, ${isIdle} as was_idle from storage.uploads where id = ${claim.id}) as before
      where uploads.id = before.id
      returning before.was_idle`.execute(change)
    const [held] = rows
    if (held?.was_idle && (await takenBytes(change)) > totalBytes) throw noSpaceToContinue()
    return found
  })
}

/** The problem of bytes that do not fit into the space that all uploads without an owner share. */
export function anonymousStorageFull(
  detail = 'There is no space for more uploads without an account. Sign in to upload more.',
): Problem {
  return new Problem(507, 'ANONYMOUS_STORAGE_FULL', detail, { 'retry-after': String(idleMinutes * 60) })
}

function noSpaceToContinue(): Problem {
  const detail = `There is no space for the rest of this upload, because it paused for more than ${idleMinutes} minutes. What has arrived is kept. Continue later.`
  return anonymousStorageFull(detail)
}

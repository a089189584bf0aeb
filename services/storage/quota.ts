import { type Kysely, type Transaction, sql } from 'kysely'
import { Problem } from '../platform/problems.ts'
import { type NewUpload, insertUpload } from './uploadStore.ts'
import type { Account, Platform } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

/**
 * How many bytes an account may store; null: without a limit. It is the setting of the brand on whose site the customer
 * has signed in. Clients without a brand have no quota.
 */
export function quotaOf({ brands }: Pick<Platform, 'brands'>, account: Pick<Account, 'clientId'>): number | null {
  return brands.ofAccount(account)?.quotaBytes ?? null
}

/** The bytes of an account that count towards its quota. */
export interface Usage {
  /** The originals of all photos, including photos in the trash. */
  readonly storedBytes: number
  /** The announced sizes of the uploads that are being received. */
  readonly announcedBytes: number
  /** How many uploads are being received. */
  readonly unfinishedUploads: number
}

/** The limits of an account. */
export interface UploadLimits {
  readonly quotaBytes: number | null
  readonly maxUnfinishedUploads: number
}

export async function readUsage(database: Kysely<StorageTables>, ownerId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select
      coalesce((select stored from storage.account_bytes where owner_id = ${ownerId}), 0)::bigint as "storedBytes",
      coalesce(sum(size), 0)::bigint as "announcedBytes",
      count(*)::integer as "unfinishedUploads"
    from storage.uploads where owner_id = ${ownerId} and state = 'RECEIVING'`.execute(database)
  return rows[0] ?? { storedBytes: 0, announcedBytes: 0, unfinishedUploads: 0 }
}

/** Makes later transactions that announce or claim uploads of this account wait for this one. */
export async function lockUsage(change: Transaction<StorageTables>, ownerId: string): Promise<void> {
  await sql`
    insert into storage.account_bytes (owner_id, stored) values (${ownerId}, 0)
    on conflict (owner_id) do update set stored = account_bytes.stored`.execute(change)
}

/**
 * Inserts an upload that a customer announces. Announcements of one account wait for each other, even on other
 * replicas, so that together they cannot exceed the quota. Imports and restored photos are not checked: nothing that
 * the customer already has may be lost.
 * @throws Problem 413 if the file does not fit into the quota, 429 if the account has too many unfinished uploads
 */
export async function announceUpload(
  database: Kysely<StorageTables>,
  upload: NewUpload & { readonly ownerId: string },
  limits: UploadLimits,
): Promise<void> {
  await database.transaction().execute(async (change) => {
    await lockUsage(change, upload.ownerId)
    const usage = await readUsage(change, upload.ownerId)
    if (usage.unfinishedUploads >= limits.maxUnfinishedUploads) throw tooManyUploads(limits.maxUnfinishedUploads)
    const usedBytes = usage.storedBytes + usage.announcedBytes
    if (limits.quotaBytes !== null && usedBytes + upload.size > limits.quotaBytes) {
      throw quotaExceeded({ usedBytes, quotaBytes: limits.quotaBytes })
    }
    await insertUpload(change, upload)
  })
}

/** 413, because clients repeat a request after 507, as after any 5xx. */
function quotaExceeded(facts: { readonly usedBytes: number; readonly quotaBytes: number }): Problem {
  const detail = `The account uses ${facts.usedBytes} of ${facts.quotaBytes} bytes, so the file does not fit.`
  return new Problem(413, 'QUOTA_EXCEEDED', detail, {}, facts)
}

function tooManyUploads(maximum: number): Problem {
  const detail = `The account has ${maximum} unfinished uploads. Complete or delete some of them.`
  return new Problem(429, 'TOO_MANY_UPLOADS', detail, { 'retry-after': '60' })
}

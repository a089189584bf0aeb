import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { addressGroup } from '../platform/addressGroup.ts'
import { emailKey } from '../platform/emailKey.ts'
import type { IdentityTables } from './tables.ts'

/** How many attempts a subject has in a window of this many seconds. */
export interface Limit {
  readonly subject: string
  readonly attempts: number
  readonly windowSeconds: number
}

/** Limits sign-in attempts per account, and per network address over all accounts. */
export function signInLimits(email: string, address: string): Limit[] {
  return [
    { subject: subject('account', emailKey(email)), attempts: 10, windowSeconds: 15 * 60 },
    { subject: subject('address', addressGroup(address)), attempts: 50, windowSeconds: 15 * 60 },
  ]
}

/** Limits registrations per network address, because each one reveals whether an e-mail address has an account. */
export function registrationLimits(address: string): Limit[] {
  return [{ subject: subject('registration', addressGroup(address)), attempts: 100, windowSeconds: 60 * 60 }]
}

/** The longest window. No limit counts older attempts. */
const longestWindowSeconds = 60 * 60

export type Admission =
  | { readonly admitted: true; readonly ids: readonly number[] }
  | { readonly admitted: false; readonly retryAfterSeconds: number }

/**
 * Counts an attempt before it is made, so that concurrent attempts count too. A refused attempt does not count, so that
 * a lock ends even if the attempts continue.
 */
export async function admit(database: Kysely<IdentityTables>, limits: readonly Limit[]): Promise<Admission> {
  return database.transaction().execute(async (transaction) => {
    for (const { subject } of limits.toSorted((left, right) => (left.subject < right.subject ? -1 : 1))) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(transaction)
    }
    const waits: number[] = []
    for (const limit of limits) waits.push(await secondsToWait(transaction, limit))
    const retryAfterSeconds = Math.max(...waits)
    if (retryAfterSeconds > 0) return { admitted: false, retryAfterSeconds }
    const rows = limits.map(({ subject }) => ({ subject }))
    const inserted = await transaction.insertInto('attempts').values(rows).returning('id').execute()
    return { admitted: true, ids: inserted.map((row) => row.id) }
  })
}

/** Removes attempts that turned out to be legitimate. */
export async function withdrawAttempts(database: Kysely<IdentityTables>, ids: readonly number[]): Promise<void> {
  await database.deleteFrom('attempts').where('id', 'in', ids).execute()
}

/** Removes every attempt at an account, because its owner has signed in. */
export async function clearAttempts(database: Kysely<IdentityTables>, email: string): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('subject', '=', subject('account', emailKey(email)))
    .execute()
}

export async function deleteOldAttempts(database: Kysely<IdentityTables>): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('attempted_at', '<', sql<string>`now() - make_interval(secs => ${longestWindowSeconds})`)
    .execute()
}

/** 0 if the limit allows another attempt now. */
async function secondsToWait(database: Kysely<IdentityTables>, limit: Limit): Promise<number> {
  const window = sql`make_interval(secs => ${limit.windowSeconds})`
  // Another attempt is allowed once this one leaves the window.
  const oldest = await database
    .selectFrom('attempts')
    .select(sql<number>`ceil(extract(epoch from attempted_at + ${window} - now()))::int`.as('seconds'))
    .where('subject', '=', limit.subject)
    .where('attempted_at', '>', sql<string>`now() - ${window}`)
    .orderBy('attempted_at', 'desc')
    .orderBy('id', 'desc')
    .offset(limit.attempts - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Math.max(1, oldest.seconds) : 0
}

function subject(kind: 'account' | 'address' | 'registration', value: string): string {
  return createHash('sha256').update(`${kind}:${value}`).digest('base64url')
}

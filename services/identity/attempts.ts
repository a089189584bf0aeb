import { type Kysely, sql, type Transaction } from 'kysely'
import type { IdentityTables } from './tables.ts'

/**
 * What is counted: sign-ins to an account, from a device or from an address group; registrations; requests for links;
 * requests to change the e-mail address, per account and per address group; mailed tokens that were refused.
 */
export type BrakeKind =
  | 'account'
  | 'device'
  | 'address'
  | 'registration'
  | 'link'
  | 'emailChange'
  | 'emailChangeAddress'
  | 'token'

/** A counter of attempts of one kind, for one account, device or address group. */
export interface Brake {
  readonly kind: BrakeKind
  /** A keyed hash, so that neither the database nor the log reveals the account, device or address group. */
  readonly subject: string
}

interface BrakeRule {
  /** How many attempts may fail before the next one has to wait. Each further failure doubles the wait. */
  readonly free: number
  /** The first wait. Default: 1. */
  readonly firstSeconds?: number
  /** The time in which the count decreases by 1. Also the longest wait, so it limits the rate of guesses. */
  readonly recoverySeconds: number
}

const rules: Readonly<Record<BrakeKind, BrakeRule>> = {
  // Allows about 300 guesses a day.
  account: { free: 5, recoverySeconds: 300 },
  device: { free: 10, recoverySeconds: 300 },
  // Counts the failures of an address group at all accounts. An office of 300 people shares one address.
  address: { free: 100, recoverySeconds: 10 },
  // Allows 100 registrations an hour, because each registration reveals whether an e-mail address has an account.
  registration: { free: 100, recoverySeconds: 36 },
  // Counts an address group's requests for mailed links, for all accounts together.
  link: { free: 20, recoverySeconds: 60 },
  // The next two limits count all requests, not only failed ones, because each request reveals whether an e-mail
  // address has an account.
  emailChange: { free: 5, firstSeconds: 60, recoverySeconds: 60 * 60 },
  emailChangeAddress: { free: 20, firstSeconds: 60, recoverySeconds: 5 * 60 },
  // Counts the mailed tokens that an account or an address group has sent. Valid tokens of an account do not count.
  token: { free: 20, recoverySeconds: 60 },
}

/** The longest time in which a count decreases to 0. */
const forgottenSeconds = 24 * 60 * 60

export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly retryAfterSeconds: number; readonly refusedBy: Brake }

/**
 * Counts an attempt before it is made, so that concurrent attempts count too, also in other replicas. A refused attempt
 * does not count, so that the wait ends even if the attempts continue.
 */
export async function admit(database: Kysely<IdentityTables>, brakes: readonly Brake[]): Promise<Admission> {
  return database.transaction().execute(async (transaction) => {
    // All transactions take their locks in the same order, so that they cannot deadlock.
    const ordered = brakes.toSorted((left, right) => (left.subject < right.subject ? -1 : 1))
    for (const { subject } of ordered) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(transaction)
    }
    const states = []
    for (const brake of ordered) states.push({ brake, ...(await readState(transaction, brake)) })
    const [longest] = states.toSorted((left, right) => right.waitSeconds - left.waitSeconds)
    if (longest && longest.waitSeconds > 0) {
      return { admitted: false, retryAfterSeconds: Math.ceil(longest.waitSeconds), refusedBy: longest.brake }
    }
    for (const { brake, attempts } of states) await store(transaction, brake, attempts + 1)
    return { admitted: true }
  })
}

/**
 * Withdraws an attempt that was legitimate. The count of an account or device returns to 0. The count of an address
 * group only decreases by 1, because somebody else in the group may be guessing.
 */
export async function withdraw(database: Kysely<IdentityTables>, brakes: readonly Brake[]): Promise<void> {
  for (const { kind, subject } of brakes) {
    const attempts = kind === 'address' ? sql<number>`greatest(attempts - 1, 0)` : 0
    await database.updateTable('brakes').set({ attempts }).where('subject', '=', subject).execute()
  }
}

export async function deleteOldAttempts(database: Kysely<IdentityTables>): Promise<void> {
  await database
    .deleteFrom('brakes')
    .where('attempted_at', '<', sql<Date>`now() - make_interval(secs => ${forgottenSeconds})`)
    .execute()
}

/** Reads what remains of the count, and how long the next attempt has to wait (s). */
async function readState(
  transaction: Transaction<IdentityTables>,
  { kind, subject }: Brake,
): Promise<{ readonly attempts: number; readonly waitSeconds: number }> {
  const row = await transaction
    .selectFrom('brakes')
    .select(['attempts', sql<number>`extract(epoch from clock_timestamp() - attempted_at)::double precision`.as('age')])
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!row) return { attempts: 0, waitSeconds: 0 }
  const { free, firstSeconds = 1, recoverySeconds } = rules[kind]
  const excess = Math.round(row.attempts) - free
  const delay = excess < 0 ? 0 : Math.min(recoverySeconds, firstSeconds * 2 ** excess)
  return { attempts: Math.max(0, row.attempts - row.age / recoverySeconds), waitSeconds: Math.max(0, delay - row.age) }
}

async function store(transaction: Transaction<IdentityTables>, { subject }: Brake, attempts: number): Promise<void> {
  const values = { attempts, attempted_at: sql<Date>`clock_timestamp()` }
  await transaction
    .insertInto('brakes')
    .values({ subject, ...values })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute()
}

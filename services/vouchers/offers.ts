import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { notFound, Problem } from '../platform/problems.ts'
import type { VouchersTable, VouchersTables } from './tables.ts'

export type VoucherState = 'available' | 'reserved' | 'used' | 'returned' | 'expired'

/** A voucher, and its state for one account. */
export interface Offer extends Selectable<VouchersTable> {
  readonly state: VoucherState
}

/** After this many unknown codes, the next request of the account has to wait: 1 s, then twice as long each time. */
const freeAttempts = 5
/** After this time (s), one unknown code is forgotten. It is also the longest time that a request has to wait. */
const recoverySeconds = 300
/** The longest time that a count of unknown codes takes to decrease to 0. */
const forgottenSeconds = 2 * 60 * 60
/** An arbitrary number. Together with the account it names the lock that an account's search for a code holds. */
const lookupLock = 7_215_050

export const noSuchVoucher = () => notFound('There is no such voucher.')

/** A code as it is stored. Null if no voucher can have such a code. */
export function normalizeCode(text: string): string | null {
  const code = text.trim()
  // Checked before the case is changed, because `toUpperCase` turns some other letters into ASCII letters.
  return /^[a-z0-9_-]{3,40}$/i.test(code) ? code.toUpperCase() : null
}

/**
 * Finds a voucher by the code that a customer has entered. A personal voucher of another account counts as unknown.
 * @throws Problem 404 if no voucher has the code, 429 if the account has asked for too many unknown codes
 */
export async function findOffer(database: Kysely<VouchersTables>, accountId: string, text: string): Promise<Offer> {
  const code = normalizeCode(text)
  // Nothing is thrown inside the transaction: the count of unknown codes must be stored.
  const { offer, wait } = await database.transaction().execute(async (change) => {
    // The requests of an account take turns, so that concurrent guesses are counted as well.
    await sql`select pg_advisory_xact_lock(${lookupLock}::int, hashtext(${accountId}))`.execute(change)
    const { attempts, waitSeconds } = await readAttempts(change, accountId)
    if (waitSeconds > 0) return { offer: undefined, wait: Math.ceil(waitSeconds) }
    const found = code === null ? undefined : await readOffer(change, accountId, code)
    if (!found) await storeAttempts(change, accountId, attempts + 1)
    return { offer: found, wait: 0 }
  })
  if (wait > 0) {
    const detail = `Too many unknown codes. Try again in ${wait} s.`
    throw new Problem(429, 'TOO_MANY_UNKNOWN_CODES', detail, { 'retry-after': String(wait) })
  }
  if (!offer) throw noSuchVoucher()
  return offer
}

/** Deletes counts that have decreased to 0. */
export async function deleteOldAttempts(database: Kysely<VouchersTables>): Promise<void> {
  await database
    .deleteFrom('unknown_codes')
    .where('attempted_at', '<', sql<Date>`now() - make_interval(secs => ${forgottenSeconds})`)
    .execute()
}

/**
 * Reads a voucher that the account can use. The state of a campaign code depends only on what this account has done
 * with it.
 * @param code as it is stored
 */
export async function readOffer(
  change: Transaction<VouchersTables>,
  accountId: string,
  code: string,
): Promise<Offer | undefined> {
  const [offer] = await selectOffers(change, accountId, [code])
  return offer
}

/**
 * Finds the vouchers that an account has reserved at any time, such as those of its orders. A voucher that the account
 * has never reserved is left out, whether it exists or not: so this call does not help to guess codes, and needs no
 * count of unknown codes.
 * @param texts codes, as orders name them
 * @returns one entry per text, in the same order; undefined if it is left out
 */
export async function findHeldOffers(
  database: Kysely<VouchersTables>,
  accountId: string,
  texts: readonly string[],
): Promise<readonly (Offer | undefined)[]> {
  const codes = texts.map(normalizeCode)
  const held = await database
    .selectFrom('reservations')
    .select('code')
    .distinct()
    .where('account_id', '=', accountId)
    .where('code', '=', sql<string>`any(${codes.filter((code) => code !== null)}::text[])`)
    .execute()
  const heldCodes = held.map(({ code }) => code)
  const offers = heldCodes.length === 0 ? [] : await selectOffers(database, accountId, heldCodes)
  const byCode = new Map(offers.map((offer) => [offer.code, offer]))
  return codes.map((code) => (code === null ? undefined : byCode.get(code)))
}

/**
 * The vouchers that the account has reserved at any time, and its personal vouchers, sorted by code.
 * @param page.after only vouchers after this code
 */
export async function listOwnOffers(
  database: Kysely<VouchersTables>,
  accountId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Offer[]> {
  const { rows } = await sql<{ code: string }>`
    select code from vouchers.vouchers
    where account_id = ${accountId} and code > ${after}
    union
    select code from vouchers.reservations join vouchers.vouchers using (code)
    where reservations.account_id = ${accountId} and vouchers.account_id is null and code > ${after}
    order by code limit ${limit}`.execute(database)
  const codes = rows.map(({ code }) => code)
  const byCode = new Map((await selectOffers(database, accountId, codes)).map((offer) => [offer.code, offer]))
  return codes.flatMap((code) => byCode.get(code) ?? [])
}

async function selectOffers(
  database: Kysely<VouchersTables>,
  accountId: string,
  codes: readonly string[],
): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select voucher.*, case
      when latest.state = 'used' then 'used'
      when latest.state = 'reserved' then 'reserved'
      when voucher.valid_until < (statement_timestamp() at time zone 'UTC')::date then 'expired'
      when latest.state = 'returned' then 'returned'
      else 'available'
    end as state
    from vouchers.vouchers as voucher
    left join lateral (
      select state from vouchers.reservations
      where code = voucher.code and (voucher.is_single_use or account_id = ${accountId})
        and (state <> 'reserved' or expires_at > statement_timestamp())
      order by state in ('used', 'reserved') desc, changed_at desc limit 1
    ) as latest on true
    where voucher.code = any(${[...codes]}::text[])
      and (voucher.account_id is null or voucher.account_id = ${accountId})`.execute(database)
  return rows
}

/** Reads how many unknown codes are not forgotten yet, and how long the next request has to wait (s). */
async function readAttempts(
  change: Transaction<VouchersTables>,
  accountId: string,
): Promise<{ readonly attempts: number; readonly waitSeconds: number }> {
  const row = await change
    .selectFrom('unknown_codes')
    .select(['attempts', sql<number>`extract(epoch from clock_timestamp() - attempted_at)::double precision`.as('age')])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return { attempts: 0, waitSeconds: 0 }
  const excess = Math.round(row.attempts) - freeAttempts
  const delay = excess < 0 ? 0 : Math.min(recoverySeconds, 2 ** excess)
  return { attempts: Math.max(0, row.attempts - row.age / recoverySeconds), waitSeconds: Math.max(0, delay - row.age) }
}

async function storeAttempts(change: Transaction<VouchersTables>, accountId: string, attempts: number): Promise<void> {
  const values = { attempts, attempted_at: sql<Date>`clock_timestamp()` }
  await change
    .insertInto('unknown_codes')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

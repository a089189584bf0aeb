import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../platform/problems.ts'
import { discountsOf, type OrderLine } from './discounts.ts'
import { findOffer, normalizeCode, noSuchVoucher, type Offer, readOffer } from './offers.ts'
import type { ReservationState, ReservationsTable, VouchersTable, VouchersTables } from './tables.ts'

export type Reservation = Selectable<ReservationsTable>

/** A shop's request to reserve a voucher for an order. */
export interface ReservationRequest {
  readonly accountId: string
  /** As the customer has entered it. */
  readonly code: string
  /** A repeated request has the same key. */
  readonly requestKey: string
  /** In upper case. */
  readonly orderCode: string | undefined
  readonly lines: readonly OrderLine[]
}

/** The columns of a voucher that decide which reservations exclude each other. */
type SharedVoucher = Pick<Selectable<VouchersTable>, 'code' | 'is_single_use'>

/** How long a voucher stays reserved for an order that is not placed. */
const minutesReserved = 60

/** An arbitrary number. Together with the code it names the lock for the reservations of a voucher. */
const reservationLock = 7_215_051

/**
 * Reserves a voucher. A repeated request has the same result. A request with the same key and other lines replaces the
 * lines, because the customer has changed the basket.
 * @throws Problem 404 or 429 as `findOffer`, 409 if the voucher cannot be reserved, 422 if it is not for this order
 */
export async function reserve(
  database: Kysely<VouchersTables>,
  request: ReservationRequest,
): Promise<{ readonly isNew: boolean; readonly reservation: Reservation }> {
  const voucher =
    (await findReserved(database, request)) ?? (await findOffer(database, request.accountId, request.code))
  return database.transaction().execute(async (change) => {
    await lockReservations(change, voucher, request.accountId)
    await expireOverdue(change, voucher, request.accountId)
    // Read again, because the last day of the voucher may have passed while this request waited for the lock.
    const offer = await readOffer(change, request.accountId, voucher.code)
    if (!offer) throw noSuchVoucher()
    const earlier = await findEarlier(change, offer.code, request)
    const digest = digestOf(request.lines)
    if (earlier?.state === 'used' || earlier?.state === 'reserved') {
      refuseOtherOrder(earlier, request)
      if (earlier.digest === digest) {
        return { isNew: false, reservation: await prolong(change, earlier, request) }
      }
    }
    await refuseUnusable(change, offer, request, earlier)
    const reservation = await storeReservation(change, offer, request, { earlier, digest })
    return { isNew: earlier === undefined, reservation }
  })
}

/**
 * Releases a voucher that the customer has removed from the basket.
 * @returns false if there is no such reservation
 * @throws Problem 409 if the voucher is used
 */
export async function release(database: Kysely<VouchersTables>, id: string): Promise<boolean> {
  return database.transaction().execute(async (change) => {
    const found = await change
      .selectFrom('reservations')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return false
    if (found.state === 'used') throw voucherUsed()
    if (found.state === 'reserved')
      await change.updateTable('reservations').set(newState('released')).where('id', '=', id).execute()
    return true
  })
}

/**
 * Releases the vouchers that an account has reserved under a key, for example because the customer has removed the
 * voucher from the basket. Reservations of a placed order stay.
 * @param keptCode a code whose reservation stays
 */
export async function releaseAll(
  database: Kysely<VouchersTables>,
  {
    accountId,
    key,
    keptCode,
  }: { readonly accountId: string; readonly key: string; readonly keptCode?: string | undefined },
): Promise<void> {
  await database
    .updateTable('reservations')
    .set(newState('released'))
    .where('account_id', '=', accountId)
    .where('request_key', '=', key)
    .where('code', '<>', normalizeCode(keptCode ?? '') ?? '')
    .where('state', '=', 'reserved')
    .where('order_code', 'is', null)
    .execute()
}

/** The columns of a reservation that change with its state. */
export function newState(state: ReservationState) {
  return { state, changed_at: sql<Date>`clock_timestamp()` }
}

/**
 * Locks the reservations of a voucher until the end of the transaction. For a campaign code, it locks only the
 * reservations of this account.
 * Every change of a reservation to `reserved` or `used` needs this lock. Without it, two changes could pass their
 * checks at the same time, and a unique index of the database would refuse one of them.
 */
export async function lockReservations(
  change: Transaction<VouchersTables>,
  { code, is_single_use: isSingleUse }: SharedVoucher,
  accountId: string,
): Promise<void> {
  const subject = isSingleUse ? code : `${code} ${accountId}`
  await sql`select pg_advisory_xact_lock(${reservationLock}::int, hashtext(${subject}))`.execute(change)
}

/**
 * Expires the reservations of a voucher that are past their end, because the job that expires them could be late. Call
 * it with the lock of `lockReservations`, which covers the same reservations.
 */
export async function expireOverdue(
  change: Transaction<VouchersTables>,
  { code, is_single_use: isSingleUse }: SharedVoucher,
  accountId: string,
): Promise<void> {
  const overdue = change
    .updateTable('reservations')
    .set(newState('expired'))
    .where('code', '=', code)
    .where('state', '=', 'reserved')
    .where('expires_at', '<=', sql<Date>`statement_timestamp()`)
  await (isSingleUse ? overdue : overdue.where('account_id', '=', accountId)).execute()
}

/** The reservation that reserves or has used the voucher. For a campaign code, this account's reservation. */
export async function findActive(
  change: Transaction<VouchersTables>,
  { code, is_single_use: isSingleUse }: SharedVoucher,
  accountId: string,
): Promise<Pick<Reservation, 'id' | 'state'> | undefined> {
  const active = change
    .selectFrom('reservations')
    .select(['id', 'state'])
    .where('code', '=', code)
    .where('state', 'in', ['reserved', 'used'])
  return (isSingleUse ? active : active.where('account_id', '=', accountId)).executeTakeFirst()
}

/** The voucher of a request whose reservation exists. Such a request does not guess a code, so it never has to wait. */
async function findReserved(
  database: Kysely<VouchersTables>,
  { accountId, requestKey, code: text }: ReservationRequest,
): Promise<SharedVoucher | undefined> {
  const code = normalizeCode(text)
  if (code === null) return undefined
  return database
    .selectFrom('reservations')
    .select(['code', 'is_single_use'])
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .where('code', '=', code)
    .executeTakeFirst()
}

/** The reservation of an earlier request with the same key. */
async function findEarlier(
  change: Transaction<VouchersTables>,
  code: string,
  { accountId, requestKey }: ReservationRequest,
): Promise<Reservation | undefined> {
  return change
    .selectFrom('reservations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
}

function refuseOtherOrder(earlier: Reservation, { orderCode }: ReservationRequest): void {
  if (orderCode === undefined || earlier.order_code === null || earlier.order_code === orderCode) return
  throw new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'The key was used for another order.')
}

/** Restarts the hour, and stores the code of the order, which the shop may know only at the second request. */
async function prolong(
  change: Transaction<VouchersTables>,
  earlier: Reservation,
  { orderCode }: ReservationRequest,
): Promise<Reservation> {
  const end = sql<Date>`now() + make_interval(mins => ${minutesReserved}::int)`
  return change
    .updateTable('reservations')
    .set({ expires_at: sql<Date>`greatest(expires_at, ${end})`, order_code: earlier.order_code ?? orderCode ?? null })
    .where('id', '=', earlier.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function refuseUnusable(
  change: Transaction<VouchersTables>,
  offer: Offer,
  { accountId }: ReservationRequest,
  earlier: Reservation | undefined,
): Promise<void> {
  if (earlier?.state === 'returned') throw new Problem(409, 'ORDER_CANCELLED', 'The order was cancelled.')
  const active = await findActive(change, offer, accountId)
  if (active?.state === 'used') throw voucherUsed()
  if (active && active.id !== earlier?.id) {
    throw new Problem(409, 'VOUCHER_RESERVED', 'The voucher is reserved for another order.')
  }
  // A voucher that is already reserved for this order stays valid for it.
  if (!active && offer.state === 'expired') throw new Problem(409, 'VOUCHER_EXPIRED', 'The voucher has expired.')
}

async function storeReservation(
  change: Transaction<VouchersTables>,
  offer: Offer,
  { accountId, requestKey, orderCode, lines }: ReservationRequest,
  { earlier, digest }: { readonly earlier: Reservation | undefined; readonly digest: string },
): Promise<Reservation> {
  const values = {
    digest,
    discounts: JSON.stringify(discountsOf(offer, lines)),
    order_code: orderCode ?? earlier?.order_code ?? null,
    ...newState('reserved'),
  }
  const end = sql<Date>`now() + make_interval(mins => ${minutesReserved}::int)`
  if (earlier) {
    // The reservation of a placed order keeps its later end. A released or expired reservation begins again.
    const expires = earlier.state === 'reserved' ? sql<Date>`greatest(expires_at, ${end})` : end
    return change
      .updateTable('reservations')
      .set({ ...values, expires_at: expires })
      .where('id', '=', earlier.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return change
    .insertInto('reservations')
    .values({
      id: uuidv7(),
      code: offer.code,
      is_single_use: offer.is_single_use,
      account_id: accountId,
      request_key: requestKey,
      expires_at: end,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function voucherUsed(): Problem {
  return new Problem(409, 'VOUCHER_USED', 'The voucher is used.')
}

function digestOf(lines: readonly OrderLine[]): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex')
}

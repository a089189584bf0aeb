import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../platform/problems.ts'
import { discountsOf, type OrderLine } from './discounts.ts'
import { findOffer, type Offer } from './offers.ts'
import type { ReservationState, ReservationsTable, VouchersTables } from './tables.ts'

export type Reservation = Selectable<ReservationsTable>

/** A shop's request to reserve a voucher for an order. */
export interface ReservationRequest {
  readonly accountId: string
  /** As the customer has entered it. */
  readonly code: string
  /** The same for a repeated request. */
  readonly requestKey: string
  readonly orderCode: string | undefined
  readonly lines: readonly OrderLine[]
}

/** How long a voucher stays reserved for an order that is not placed. */
const minutesReserved = 60

/** An arbitrary number. Together with the code it names the lock for reserving a voucher. */
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
  const offer = await findOffer(database, request.accountId, request.code)
  return database.transaction().execute(async (change) => {
    await lock(change, offer, request.accountId)
    await expireOverdue(change, offer.code)
    const earlier = await findEarlier(change, offer.code, request)
    const digest = digestOf(request.lines)
    if (earlier?.state === 'used' || earlier?.state === 'reserved') {
      refuseOtherOrder(earlier, request)
      if (earlier.digest === digest) return { isNew: false, reservation: await bind(change, earlier, request) }
    }
    await refuseUnusable(change, offer, request, earlier)
    const reservation = await store(change, offer, request, { earlier, digest })
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
      await change.updateTable('reservations').set(to('released')).where('id', '=', id).execute()
    return true
  })
}

/** The change of a row to a state. */
export function to(state: ReservationState) {
  return { state, changed_at: sql<Date>`clock_timestamp()` }
}

/** Requests that could reserve the same voucher take turns: for a voucher for everybody, only those of one account. */
async function lock(change: Transaction<VouchersTables>, offer: Offer, accountId: string): Promise<void> {
  const subject = offer.is_single_use ? offer.code : `${offer.code} ${accountId}`
  await sql`select pg_advisory_xact_lock(${reservationLock}::int, hashtext(${subject}))`.execute(change)
}

/** Expires the reservations of a voucher whose time is over. The job could be late. */
export async function expireOverdue(change: Transaction<VouchersTables>, code: string): Promise<void> {
  await change
    .updateTable('reservations')
    .set(to('expired'))
    .where('code', '=', code)
    .where('state', '=', 'reserved')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

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

/** Stores the code of the order, which the shop may know only at the second request. */
async function bind(
  change: Transaction<VouchersTables>,
  earlier: Reservation,
  { orderCode }: ReservationRequest,
): Promise<Reservation> {
  if (orderCode === undefined || earlier.order_code !== null) return earlier
  await change.updateTable('reservations').set({ order_code: orderCode }).where('id', '=', earlier.id).execute()
  return { ...earlier, order_code: orderCode }
}

async function refuseUnusable(
  change: Transaction<VouchersTables>,
  offer: Offer,
  { accountId }: ReservationRequest,
  earlier: Reservation | undefined,
): Promise<void> {
  if (earlier?.state === 'returned') throw new Problem(409, 'ORDER_CANCELLED', 'The order was cancelled.')
  let others = change
    .selectFrom('reservations')
    .select(['id', 'state'])
    .where('code', '=', offer.code)
    .where('state', 'in', ['reserved', 'used'])
  if (!offer.is_single_use) others = others.where('account_id', '=', accountId)
  const active = await others.executeTakeFirst()
  if (active?.state === 'used') throw voucherUsed()
  if (active && active.id !== earlier?.id) {
    throw new Problem(409, 'VOUCHER_RESERVED', 'The voucher is reserved for another order.')
  }
  // A voucher that is already reserved for this order stays valid for it.
  if (!active && offer.state === 'expired') throw new Problem(409, 'VOUCHER_EXPIRED', 'The voucher has expired.')
}

async function store(
  change: Transaction<VouchersTables>,
  offer: Offer,
  { accountId, requestKey, orderCode, lines }: ReservationRequest,
  { earlier, digest }: { readonly earlier: Reservation | undefined; readonly digest: string },
): Promise<Reservation> {
  const values = {
    digest,
    discounts: JSON.stringify(discountsOf(offer, lines)),
    order_code: orderCode ?? earlier?.order_code ?? null,
    ...to('reserved'),
  }
  const end = sql<Date>`now() + make_interval(mins => ${minutesReserved}::int)`
  if (earlier) {
    return (
      change
        .updateTable('reservations')
        // A reservation of a placed order has a later end already.
        .set({ ...values, expires_at: sql<Date>`greatest(expires_at, ${end})` })
        .where('id', '=', earlier.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    )
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

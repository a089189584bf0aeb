import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { isUuid } from '../platform/requests.ts'
import { normalizeCode } from './offers.ts'
import { expireOverdue, findActive, lockReservations, newState, type Reservation } from './reservations.ts'
import type { Logger } from 'pino'
import type { PlatformEvent } from '../platform/platform.ts'
import type { VouchersTables } from './tables.ts'

const placed = 'order.placed'
const paid = 'order.paid'
const cancelled = 'order.cancelled'

/** The events of orders that this service consumes. */
export const orderEventTypes: readonly string[] = [placed, paid, cancelled]

/** How long a voucher stays reserved for an order that waits for its payment, such as a bank transfer. */
const daysUntilPaid = 14

const orderSchema = z.object({
  orderCode: z.string().min(1).max(100).toUpperCase(),
  // Absent if the order service of a shop does not name the vouchers. Then the shop names the order when it reserves a
  // voucher.
  vouchers: z.array(z.string()).default([]),
})

/** An order and its vouchers. */
interface OrderWithVouchers {
  readonly accountId: string
  readonly orderCode: string
  /** The stored codes of the vouchers that the order names, and of those that are reserved for it. */
  readonly codes: readonly string[]
  /** The codes that the order names, so that the order has their discounts. */
  readonly named: readonly string[]
}

/**
 * Keeps the vouchers of placed orders, marks those of paid orders as used, and returns those of cancelled orders. A
 * repeated event changes nothing. A cancellation is final, so the events have the same result in any sequence.
 */
export async function handleOrderEvents(
  events: readonly PlatformEvent[],
  change: Transaction<VouchersTables>,
  log: Logger,
): Promise<void> {
  for (const { type, owner, data, position } of events) {
    const parsed = orderSchema.safeParse(data)
    // Retrying would not help, and would block the events of all other orders.
    if (!parsed.success || !isUuid(owner)) {
      log.error({ position, type }, 'an event does not name an order and its account')
      continue
    }
    const order = await lockVouchers(change, { ...parsed.data, accountId: owner.toLowerCase() })
    if (order.codes.length === 0) continue
    await attachOrderCode(change, order)
    if (type === placed) await keepReserved(change, order)
    if (type === paid) await markUsed(change, order, log)
    if (type === cancelled) await returnVouchers(change, order)
  }
}

/** Locks the vouchers that the order names, and those that are reserved for it. */
async function lockVouchers(
  change: Transaction<VouchersTables>,
  order: { readonly accountId: string; readonly orderCode: string; readonly vouchers: readonly string[] },
): Promise<OrderWithVouchers> {
  const { accountId, orderCode } = order
  const named = order.vouchers.flatMap((text) => normalizeCode(text) ?? [])
  const vouchers = await change
    .selectFrom('vouchers')
    .select(['code', 'is_single_use'])
    .where((voucher) =>
      voucher.or([
        voucher('code', '=', sql<string>`any(${named}::text[])`),
        voucher(
          'code',
          'in',
          change
            .selectFrom('reservations')
            .select('code')
            .where('order_code', '=', orderCode)
            .where('account_id', '=', accountId),
        ),
      ]),
    )
    .orderBy('code')
    .execute()
  for (const voucher of vouchers) await lockReservations(change, voucher, accountId)
  return { accountId, orderCode, codes: vouchers.map(({ code }) => code), named }
}

/**
 * Stores the code of an order in the reservations of its vouchers, because a shop reserves vouchers before the order
 * has a code. A voucher that already has a reservation for this order is skipped. For every other voucher, the code is
 * stored in the account's active reservation without an order code. If the
 * account has no such reservation, the code is stored in its latest reservation that expired or was released, because
 * another tab may have released the reservation before this event arrived.
 */
async function attachOrderCode(
  change: Transaction<VouchersTables>,
  { accountId, orderCode, codes }: OrderWithVouchers,
): Promise<void> {
  await sql`
    update vouchers.reservations set order_code = ${orderCode} where id in (
      select distinct on (code) id from vouchers.reservations as candidate
      where account_id = ${accountId} and code = any(${[...codes]}::text[])
        and order_code is null and state in ('reserved', 'expired', 'released')
        and not exists (
          select from vouchers.reservations
          where account_id = ${accountId} and order_code = ${orderCode} and code = candidate.code
        )
      order by code, state = 'reserved' desc, changed_at desc
    )`.execute(change)
}

function reservationsOf(change: Transaction<VouchersTables>, { accountId, orderCode, codes }: OrderWithVouchers) {
  return change
    .selectFrom('reservations')
    .where('account_id', '=', accountId)
    .where('order_code', '=', orderCode)
    .where('code', 'in', codes)
}

/**
 * Keeps the vouchers of an order until it is paid. A voucher that the order names but that was released is reserved
 * again.
 */
async function keepReserved(change: Transaction<VouchersTables>, order: OrderWithVouchers): Promise<void> {
  const released = await reservationsOf(change, order).selectAll().where('state', '=', 'released').execute()
  for (const reservation of released) {
    if (!order.named.includes(reservation.code) || (await isTaken(change, reservation, order))) continue
    await change.updateTable('reservations').set(newState('reserved')).where('id', '=', reservation.id).execute()
  }
  await change
    .updateTable('reservations')
    .set({ expires_at: sql<Date>`greatest(expires_at, now() + make_interval(days => ${daysUntilPaid}::int))` })
    .where('id', 'in', reservationsOf(change, order).select('id'))
    .where('state', '=', 'reserved')
    .execute()
}

/**
 * Marks vouchers as used. This includes vouchers whose reservation has expired, and vouchers that were released
 * although the order names them. It does not include vouchers that another reservation has reserved or used meanwhile.
 */
async function markUsed(change: Transaction<VouchersTables>, order: OrderWithVouchers, log: Logger): Promise<void> {
  const { orderCode } = order
  const reservations = await reservationsOf(change, order).selectAll().orderBy('id').forUpdate().execute()
  for (const code of order.codes.filter((one) => !reservations.some((reservation) => reservation.code === one))) {
    log.error({ code, orderCode }, 'an order was paid with a voucher that was not reserved for it')
  }
  for (const reservation of reservations) {
    const { id, state, code } = reservation
    const isOver = state === 'used' || state === 'returned' || (state === 'released' && !order.named.includes(code))
    if (isOver) continue
    if (state !== 'reserved' && (await isTaken(change, reservation, order))) {
      log.error(
        { reservation: id, orderCode },
        'an order was paid with a voucher that another order has taken meanwhile',
      )
      continue
    }
    await change.updateTable('reservations').set(newState('used')).where('id', '=', id).execute()
  }
}

/** True if another reservation has reserved or used the voucher of this reservation, which has ended. */
async function isTaken(
  change: Transaction<VouchersTables>,
  reservation: Reservation,
  { accountId }: OrderWithVouchers,
): Promise<boolean> {
  await expireOverdue(change, reservation, accountId)
  return (await findActive(change, reservation, accountId)) !== undefined
}

async function returnVouchers(change: Transaction<VouchersTables>, order: OrderWithVouchers): Promise<void> {
  await change
    .updateTable('reservations')
    .set(newState('returned'))
    .where('id', 'in', reservationsOf(change, order).select('id'))
    .where('state', 'in', ['reserved', 'used', 'expired'])
    .execute()
}

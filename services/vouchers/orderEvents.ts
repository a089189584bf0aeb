import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { isUuid } from '../platform/requests.ts'
import { expireOverdue, type Reservation, to } from './reservations.ts'
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

const orderSchema = z.object({ orderCode: z.string().min(1).max(100) })

/**
 * Confirms the vouchers of paid orders, and returns those of cancelled ones. A repeated event changes nothing. A
 * cancellation is final, so the result does not depend on the order of the events.
 */
export async function handleOrderEvents(
  events: readonly PlatformEvent[],
  change: Transaction<VouchersTables>,
  log: Logger,
): Promise<void> {
  for (const { type, owner, data, position } of events) {
    const order = orderSchema.safeParse(data)
    // Retrying would not help, and would block the events of all other orders.
    if (!order.success || !isUuid(owner)) {
      log.error({ position, type }, 'an event does not name an order and its account')
      continue
    }
    const { orderCode } = order.data
    if (type === placed) await keepReserved(change, owner, orderCode)
    if (type === paid) await confirm(change, owner, orderCode, log)
    if (type === cancelled) await giveBack(change, owner, orderCode)
  }
}

async function keepReserved(change: Transaction<VouchersTables>, owner: string, orderCode: string): Promise<void> {
  await change
    .updateTable('reservations')
    .set({ expires_at: sql<Date>`greatest(expires_at, now() + make_interval(days => ${daysUntilPaid}::int))` })
    .where('order_code', '=', orderCode)
    .where('account_id', '=', owner)
    .where('state', '=', 'reserved')
    .execute()
}

/** Marks vouchers as used. Also one whose reservation has expired, unless it was reserved again meanwhile. */
async function confirm(
  change: Transaction<VouchersTables>,
  owner: string,
  orderCode: string,
  log: Logger,
): Promise<void> {
  const reservations = await change
    .selectFrom('reservations')
    .selectAll()
    .where('order_code', '=', orderCode)
    .where('account_id', '=', owner)
    .where('state', 'in', ['reserved', 'expired'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const reservation of reservations) {
    if (reservation.state === 'expired' && (await isTaken(change, reservation))) {
      log.error({ reservation: reservation.id, orderCode }, 'an order was paid with a voucher that is taken meanwhile')
      continue
    }
    await change.updateTable('reservations').set(to('used')).where('id', '=', reservation.id).execute()
  }
}

/** True if the voucher is reserved or used by another order. */
async function isTaken(change: Transaction<VouchersTables>, reservation: Reservation): Promise<boolean> {
  await expireOverdue(change, reservation.code)
  let others = change
    .selectFrom('reservations')
    .select('id')
    .where('code', '=', reservation.code)
    .where('state', 'in', ['reserved', 'used'])
  if (!reservation.is_single_use) others = others.where('account_id', '=', reservation.account_id)
  return (await others.executeTakeFirst()) !== undefined
}

async function giveBack(change: Transaction<VouchersTables>, owner: string, orderCode: string): Promise<void> {
  await change
    .updateTable('reservations')
    .set(to('returned'))
    .where('order_code', '=', orderCode)
    .where('account_id', '=', owner)
    .where('state', 'in', ['reserved', 'used', 'expired'])
    .execute()
}

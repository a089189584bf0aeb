import { type Kysely, sql, type Transaction } from 'kysely'
import { notFound } from '../platform/problems.ts'
import type { Platform } from '../platform/platform.ts'
import { inSnapshot } from '../platform/snapshot.ts'
import { photoColumns } from './linePhotos.ts'
import type { Order, OrderChange, Parcel, SubOrder } from './order.ts'
import { eventsOf } from './orderEvents.ts'
import { queueStep } from './simulatorQueue.ts'
import type { OrdersTables } from './tables.ts'

export type OrdersDatabase = Kysely<OrdersTables>

/** An order by its code, for one account or for the shop; or by its id, for jobs. */
export type OrderKey = { readonly code: string; readonly accountId?: string | undefined } | { readonly id: string }

export const noSuchOrder = () => notFound('There is no such order.')

/** @returns undefined if the order does not exist, or belongs to another account */
export async function findOrder(database: OrdersDatabase, key: OrderKey): Promise<Order | undefined> {
  // An order must not be combined with the parcels of a later change.
  return inSnapshot(database, (snapshot) => findOrderWithin(snapshot, key))
}

/** Like `findOrder`, inside a transaction. */
export async function findOrderWithin(change: Transaction<OrdersTables>, key: OrderKey): Promise<Order | undefined> {
  const row = await selectOrder(change, key).executeTakeFirst()
  return row && (await addLinesAndParcels(change, [row]))[0]
}

/** The orders of the account with these codes, in no particular order. */
export async function findOrders(
  database: OrdersDatabase,
  { codes, accountId }: { readonly codes: readonly string[]; readonly accountId: string },
): Promise<Order[]> {
  return inSnapshot(database, async (snapshot) => {
    const rows = await snapshot
      .selectFrom('super_orders')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('code', '=', sql<string>`any(${[...codes]}::text[])`)
      .execute()
    return addLinesAndParcels(snapshot, rows)
  })
}

function selectOrder(database: OrdersDatabase, key: OrderKey) {
  const query = database.selectFrom('super_orders').selectAll()
  if ('id' in key) return query.where('id', '=', key.id)
  const byCode = query.where('code', '=', key.code)
  return key.accountId === undefined ? byCode : byCode.where('account_id', '=', key.accountId)
}

type OrderRow = Omit<Order, 'lines' | 'parcels'>

/** Completes orders with their lines and parcels, which are read by two statements for any number of orders. */
export async function addLinesAndParcels(
  change: Transaction<OrdersTables>,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await change
    .selectFrom('sub_orders')
    .selectAll()
    .select(photoColumns)
    .where('super_order_id', 'in', ids)
    .orderBy('number')
    .execute()
  const parcels = await change
    .selectFrom('parcels')
    .selectAll()
    .where('super_order_id', 'in', ids)
    .orderBy('number')
    .execute()
  const linesOf = Map.groupBy(lines, (line) => line.super_order_id)
  const parcelsOf = Map.groupBy(parcels, (parcel) => parcel.super_order_id)
  return rows.map((row) => ({
    ...row,
    lines: linesOf.get(row.id) ?? [],
    parcels: (parcelsOf.get(row.id) ?? []).map(({ super_order_id: _, ...parcel }) => parcel),
  }))
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

/** A line, and the state of its super order. */
export type SubOrderWithStatus = SubOrder & Pick<Order, 'status' | 'currency'> & { readonly super_code: string }

/**
 * A page of an account's sub-orders, newest first, and how many there are.
 * @param page.articleNames only these articles; undefined: all articles
 */
export async function listSubOrders(
  database: OrdersDatabase,
  accountId: string,
  { offset, limit, articleNames }: Page & { readonly articleNames?: readonly string[] | undefined },
): Promise<{ readonly orders: readonly SubOrderWithStatus[]; readonly total: number }> {
  const ofAccount = database.selectFrom('sub_orders').where('sub_orders.account_id', '=', accountId)
  const wanted = articleNames
    ? ofAccount.where('article_name', '=', sql<string>`any(${[...articleNames]}::text[])`)
    : ofAccount
  const orders = await wanted
    .innerJoin('super_orders', 'super_orders.id', 'sub_orders.super_order_id')
    .selectAll('sub_orders')
    .select(photoColumns)
    .select(['super_orders.status', 'super_orders.currency', 'super_orders.code as super_code'])
    .orderBy('sub_orders.placed_at', 'desc')
    .orderBy('super_order_id', 'desc')
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = await wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { orders, total: counted.total }
}

/** @returns undefined if the sub-order does not exist, or belongs to another account */
export async function findSubOrder(
  database: OrdersDatabase,
  accountId: string,
  code: string,
): Promise<SubOrderWithStatus | undefined> {
  return database
    .selectFrom('sub_orders')
    .innerJoin('super_orders', 'super_orders.id', 'sub_orders.super_order_id')
    .selectAll('sub_orders')
    .select(photoColumns)
    .select(['super_orders.status', 'super_orders.currency', 'super_orders.code as super_code'])
    .where('sub_orders.code', '=', code)
    .where('sub_orders.account_id', '=', accountId)
    .executeTakeFirst()
}

/**
 * Changes an order in one transaction: the rows, the simulator's next step, and the events. Concurrent changes of an
 * order take turns.
 * @param decide gets the current order, and returns null if nothing is to change
 * @returns the order after the change
 * @throws Problem 404, and the errors that `decide` throws
 */
export async function changeOrder(
  platform: Platform,
  database: OrdersDatabase,
  key: OrderKey,
  decide: (order: Order) => OrderChange | null,
): Promise<Order> {
  return database.transaction().execute(async (change) => {
    const row = await selectOrder(change, key).forUpdate().executeTakeFirst()
    const [order] = row ? await addLinesAndParcels(change, [row]) : []
    if (!order) throw noSuchOrder()
    const decided = decide(order)
    if (!decided) return order
    const changed = changedOrder(order, decided)
    await writeFields(change, changed)
    if (decided.parcel) await writeParcel(change, order.id, decided.parcel)
    if (decided.simulate) await queueStep(platform, change, order.id, decided.simulate)
    if (!decided.isSilent) {
      const hasNewAddress = decided.fields.delivery_address !== undefined
      await platform.events.append(change, eventsOf(changed, decided.events ?? [], { hasNewAddress }))
    }
    return changed
  })
}

/** The order after a change. */
export function changedOrder(order: Order, { fields, timeline = [], parcel, isSilent }: OrderChange): Order {
  const others = order.parcels.filter(({ number }) => number !== parcel?.number)
  return {
    ...order,
    ...fields,
    version: isSilent ? order.version : order.version + 1,
    // A factory can report an event late, so entries do not arrive in the order of their times.
    timeline: [...order.timeline, ...timeline].toSorted((one, other) => one.at.localeCompare(other.at)),
    parcels: parcel ? [...others, parcel].toSorted((one, other) => one.number - other.number) : order.parcels,
  }
}

async function writeFields(change: Transaction<OrdersTables>, order: Order): Promise<void> {
  await change
    .updateTable('super_orders')
    .set({
      version: order.version,
      status: order.status,
      payment: order.payment,
      payment_changed_at: order.payment_changed_at,
      fulfilment: order.fulfilment,
      delivery_address: JSON.stringify(order.delivery_address),
      promised_from: order.promised_from,
      promised_to: order.promised_to,
      expected_from: order.expected_from,
      expected_to: order.expected_to,
      delay_reported_at: order.delay_reported_at,
      production_starts_at: order.production_starts_at,
      timeline: JSON.stringify(order.timeline),
      next_simulated_step: order.next_simulated_step,
    })
    .where('id', '=', order.id)
    .execute()
}

async function writeParcel(change: Transaction<OrdersTables>, orderId: string, parcel: Parcel): Promise<void> {
  const tracking = JSON.stringify(parcel.tracking)
  await change
    .insertInto('parcels')
    .values({ ...parcel, super_order_id: orderId, lines: JSON.stringify(parcel.lines), tracking })
    .onConflict((conflict) => conflict.columns(['super_order_id', 'number']).doUpdateSet({ tracking }))
    .execute()
}

/** The key of an order's reorder. Repeated calls return the same key, so that the shop makes only one basket for it. */
export async function reorderKey(database: OrdersDatabase, id: string, proposed: string): Promise<string> {
  const { reorder_key: key } = await database
    .updateTable('super_orders')
    .set({ reorder_key: sql`coalesce(reorder_key, ${proposed}::uuid)` })
    .where('id', '=', id)
    .returning('reorder_key')
    .executeTakeFirstOrThrow()
  return key ?? proposed
}

import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { listLimitsAt } from '../../schema/rules/orderLists.ts'
import { factory } from '../platform/calendar/workingDays.ts'
import { invalidCursor } from '../platform/problems.ts'
import { inSnapshot } from '../platform/snapshot.ts'
import { daysUntilExpiry, type Order } from './order.ts'
import { addLinesAndParcels, type OrdersDatabase, type Page } from './store.ts'
import type { OrdersTables } from './tables.ts'

/** Which orders of an account a list has. */
export interface OrdersFilter {
  /** Whether orders that were not paid in time are left out. */
  readonly leavesOutExpired: boolean
  /** Undefined: the orders of both lists. `schema/rules/orderLists.ts` defines which orders are in which list. */
  readonly list?: 'inProgress' | 'history' | undefined
  /** A part of the order's code, or of the title or the product code of a line. The case does not matter. */
  readonly search?: string | undefined
  /** The year in which the order was placed, in the time zone of the factory. */
  readonly year?: number | undefined
}

export interface OrdersPage extends Page {
  /** Only orders that follow the order with this code. */
  readonly after?: string | undefined
  /** Whether the orders of all pages are counted. */
  readonly counts: boolean
}

/** A page of orders. `total` is null if they were not counted; `next` is the `after` of the next page, or null. */
export interface ListedOrders {
  readonly orders: readonly Order[]
  readonly total: number | null
  readonly next: string | null
}

/**
 * A page of an account's super orders, newest first. Takes five statements at most.
 * @throws Problem 400 if the account has no order with the code `after`
 */
export async function listOrders(
  database: OrdersDatabase,
  accountId: string,
  filter: OrdersFilter,
  page: OrdersPage,
): Promise<ListedOrders> {
  return inSnapshot(database, (snapshot) => listWithin(snapshot, accountId, filter, page))
}

async function listWithin(
  snapshot: Transaction<OrdersTables>,
  accountId: string,
  filter: OrdersFilter,
  { offset, limit, after, counts }: OrdersPage,
): Promise<ListedOrders> {
  const wanted = snapshot
    .selectFrom('super_orders')
    .where('account_id', '=', accountId)
    .where((builder) => builder.and(conditions(builder, accountId, filter)))
  const place = after === undefined ? null : await findPlace(snapshot, accountId, after)
  const following = place
    ? wanted.where(sql<boolean>`(placed_at, id) < (${place.placed}::timestamptz, ${place.id}::uuid)`)
    : wanted
  // The ids are read from the index alone, so that only the rows of the page are read. One row more than wanted is
  // read, to know whether another page follows.
  const newestFirst = following.select('id').orderBy('placed_at', 'desc').orderBy('id', 'desc')
  const rows = await snapshot
    .selectFrom('super_orders')
    .selectAll()
    .where('id', 'in', newestFirst.limit(limit + 1).offset(offset))
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const shown = rows.slice(0, limit)
  const counted = counts ? await wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow() : null
  return {
    orders: await addLinesAndParcels(snapshot, shown),
    total: counted?.total ?? null,
    next: rows.length > limit ? (shown.at(-1)?.code ?? null) : null,
  }
}

/** The place of an order in the list. Its time is text, because a Date loses microseconds. */
async function findPlace(snapshot: Transaction<OrdersTables>, accountId: string, code: string) {
  const place = await snapshot
    .selectFrom('super_orders')
    .select(['id', sql<string>`placed_at::text`.as('placed')])
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!place) throw invalidCursor()
  return place
}

type Builder = ExpressionBuilder<OrdersTables, 'super_orders'>

function conditions(
  builder: Builder,
  accountId: string,
  { leavesOutExpired, list, search, year }: OrdersFilter,
): Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = []
  if (leavesOutExpired) {
    found.push(
      sql<boolean>`(status <> 'Received' or placed_at > now() - make_interval(days => ${daysUntilExpiry}::int))`,
    )
  }
  if (list !== undefined) found.push(inList(builder, list))
  if (year !== undefined) {
    found.push(builder('placed_at', '>=', startOf(year)), builder('placed_at', '<', startOf(year + 1)))
  }
  if (search !== undefined) found.push(matches(builder, accountId, search))
  return found
}

/**
 * The condition for the orders of a list, by the same rule as `isInProgress`. The condition for the history contains no
 * `not`, so that the index finds the first order of the history.
 */
function inList(builder: Builder, list: 'inProgress' | 'history'): Expression<SqlBool> {
  const limits = listLimitsAt(Date.now())
  const [placedSince, changedSince] = [new Date(limits.placedSince), new Date(limits.paymentChangedSince)]
  if (list === 'inProgress') {
    return builder.and([
      builder('placed_at', '>=', placedSince),
      builder.or([builder('status', '<>', 'Dispatched'), builder('payment_changed_at', '>=', changedSince)]),
    ])
  }
  return builder.or([
    builder('placed_at', '<', placedSince),
    builder.and([builder('status', '=', 'Dispatched'), builder('payment_changed_at', '<', changedSince)]),
  ])
}

function startOf(year: number) {
  return sql<Date>`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${factory.timeZone})`
}

function matches(builder: Builder, accountId: string, search: string): Expression<SqlBool> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const lines = builder
    .selectFrom('sub_orders')
    .select('super_order_id')
    .where('account_id', '=', accountId)
    .where((line) => line.or([line('title', 'ilike', pattern), line('product_code', 'ilike', pattern)]))
  return builder.or([builder('code', 'ilike', pattern), builder('id', 'in', lines)])
}

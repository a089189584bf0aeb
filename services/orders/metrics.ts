import { type Kysely, sql } from 'kysely'
import type { MetricReadings } from '../platform/metricsRoute.ts'
import { daysUntilExpiry } from './order.ts'
import { type OrderStatus, orderStatuses } from './states.ts'
import type { OrdersTables } from './tables.ts'

/** Gauges that show operators whether paid orders wait for production. Expired orders are not counted. */
export async function measureOrders(database: Kysely<OrdersTables>): Promise<readonly MetricReadings[]> {
  const { rows } = await sql<{ status: OrderStatus; count: number; oldest: number }>`
    select status, count(*) as count, extract(epoch from now() - min(payment_changed_at))::double precision as oldest
    from orders.super_orders
    where status in ('Confirmed', 'ProductionStarted', 'ProductionCompleted')
      or (status = 'Received' and placed_at > now() - make_interval(days => ${daysUntilExpiry}::int))
    group by status`.execute(database)
  const found = new Map(rows.map((row) => [row.status, row]))
  const unfinished = orderStatuses.filter((status) => status !== 'Dispatched' && status !== 'Cancelled')
  return [
    {
      name: 'orders_unfinished_count',
      help: 'Orders that are neither dispatched, cancelled nor expired, by status',
      readings: unfinished.map((status) => ({ labels: { status }, value: found.get(status)?.count ?? 0 })),
    },
    {
      name: 'orders_confirmed_oldest_seconds',
      help: 'Age of the oldest payment whose order waits for production',
      readings: [{ labels: {}, value: Math.max(0, found.get('Confirmed')?.oldest ?? 0) }],
    },
  ]
}

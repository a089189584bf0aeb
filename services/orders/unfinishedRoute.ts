import { sql } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import type { OrdersDatabase } from './store.ts'

const countUnfinished = {
  summary: 'Counts the orders of an account that are paid and not dispatched yet',
  description:
    'The identity service reads this number before it erases an account. If it is not 0, the erasure waits, for at most 30 days.',
  params: z.object({ accountId: z.uuid() }),
  response: { 200: z.object({ count: z.number().int() }) },
}

/** Registers the route by which the identity service asks whether orders of an account are still in production. */
export function registerUnfinishedRoute(app: ServiceApp, database: OrdersDatabase): void {
  const options = { config: { access: 'service' }, schema: countUnfinished } as const
  app.get('/accounts/:accountId/unfinished', options, async (request) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from orders.super_orders
      where account_id = ${request.params.accountId} and status not in ('Dispatched', 'Cancelled')
        and payment in ('paymentSuccess', 'paymentFree')`.execute(database)
    return { count: rows[0]?.count ?? 0 }
  })
}

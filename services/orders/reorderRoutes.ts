import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { isPaid, type Order, refused } from './order.ts'
import { orderCode, orderCodeInPath } from './orderRoutes.ts'
import { findOrder, noSuchOrder, type OrdersDatabase, reorderKey } from './store.ts'

const reasons = ['UNPAID', 'CANCELLED'] as const

const readStatus = {
  summary: 'Reads whether an order can be ordered again',
  params: z.object({ id: orderCodeInPath }),
  response: {
    200: z.object({
      orderCode: z.string(),
      status: z.enum(['Available', 'Unavailable']),
      reason: z.enum(reasons).nullable(),
    }),
  },
  problems: { 404: ['NOT_FOUND'] },
}

const reorder = {
  summary: 'Orders an order again',
  description:
    'The answer is an address of the shop, where the basket then has the lines of the order. Repeated calls have the same answer.',
  body: z.object({ OrderCode: orderCode }),
  response: { 200: z.object({ ShopUrl: z.string() }) },
  problems: { 404: ['NOT_FOUND'], 409: ['UNPAID', 'CANCELLED'] },
}

const details = { UNPAID: 'The order is not paid.', CANCELLED: 'The order is cancelled.' } as const

/** Registers the calls with which customers order again. `id` and `OrderCode` are codes of super orders. */
export function registerReorderRoutes(app: ServiceApp, database: OrdersDatabase): void {
  const existingOrder = async (accountId: string, code: string) => {
    const order = await findOrder(database, { code, accountId })
    if (!order) throw noSuchOrder()
    return order
  }

  app.get('/reorder/status/:id', { schema: readStatus }, async (request) => {
    const order = await existingOrder(accountOf(request).id, request.params.id)
    const reason = refusalOf(order)
    return { orderCode: order.code, status: reason ? ('Unavailable' as const) : ('Available' as const), reason }
  })

  app.post('/reorder/direct', { schema: reorder }, async (request, reply) => {
    const order = await existingOrder(accountOf(request).id, request.body.OrderCode)
    const reason = refusalOf(order)
    if (reason) throw refused(reason, details[reason])
    const url = new URL(`reorder/${order.code}`, order.shop_url)
    // The shop makes one basket per key.
    url.searchParams.set('key', order.reorder_key ?? (await reorderKey(database, order.id, randomUUID())))
    return reply.status(200).send({ ShopUrl: url.href })
  })
}

function refusalOf(order: Order): (typeof reasons)[number] | null {
  if (order.status === 'Cancelled') return 'CANCELLED'
  return isPaid(order) ? null : 'UNPAID'
}

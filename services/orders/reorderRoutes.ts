import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { currentShop } from '../platform/brands/brand.ts'
import type { Brands } from '../platform/brands/brands.ts'
import { readCatalogue } from '../platform/catalogue/catalogue.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { wireMoney } from '../platform/money.ts'
import { Problem } from '../platform/problems.ts'
import { currentOffer } from './currentPrices.ts'
import { type Order, refused, reorderRefusal, reorderRefusals } from './order.ts'
import { orderCode, orderCodeInPath } from './orderRoutes.ts'
import { findOrder, noSuchOrder, type OrdersDatabase, reorderKey } from './store.ts'

const maximumLines = 100
const number = z.number().int()

const readStatus = {
  summary: 'Reads whether an order can be ordered again',
  description:
    '`lines` is our addition: whether each line is still sold, its current price, and how many of its photos are missing.',
  params: z.object({ id: orderCodeInPath }),
  response: {
    200: z.object({
      orderCode: z.string(),
      status: z.enum(['Available', 'Unavailable']),
      reason: z.enum(reorderRefusals).nullable(),
      lines: z.array(
        z.object({
          number,
          isSold: z.boolean(),
          unitPrice: wireMoney.nullable().describe('Null if the line is not sold, or its variant is not known.'),
          photosCount: number,
          missingPhotosCount: number.describe('How many of the photos were deleted for good.'),
        }),
      ),
    }),
  },
  problems: { 404: ['NOT_FOUND'] },
}

const reorder = {
  summary: 'Orders an order again',
  description:
    'The answer is the URL of a shop page, where a basket has the lines of the order. Repeated calls have the same answer. ' +
    '`Lines`, our addition, has the numbers of the lines to order; by default, all lines.',
  body: z.object({ OrderCode: orderCode, Lines: z.array(number.min(1)).min(1).max(maximumLines).optional() }),
  response: { 200: z.object({ ShopUrl: z.string() }) },
  problems: { 404: ['NOT_FOUND'], 409: ['UNPAID', 'CANCELLED'], 422: ['NO_SUCH_LINE'] },
}

const details = { UNPAID: 'The order is not paid.', CANCELLED: 'The order is cancelled.' } as const

/** Registers the routes by which customers order again. `id` and `OrderCode` are codes of super orders. */
export function registerReorderRoutes(
  app: ServiceApp,
  { database, brands }: { readonly database: OrdersDatabase; readonly brands: Pick<Brands, 'all'> },
): void {
  const catalogue = readCatalogue()
  const existingOrder = async (accountId: string, code: string) => {
    const order = await findOrder(database, { code, accountId })
    if (!order) throw noSuchOrder()
    return order
  }

  app.get('/reorder/status/:id', { schema: readStatus }, async (request) => {
    const order = await existingOrder(accountOf(request).id, request.params.id)
    const reason = reorderRefusal(order)
    const lines = order.lines.map((line) => ({
      number: line.number,
      ...currentOffer(catalogue, line, order.currency),
      photosCount: line.photos_count,
      missingPhotosCount: line.missing_photos_count,
    }))
    const status = reason ? ('Unavailable' as const) : ('Available' as const)
    return { orderCode: order.code, status, reason, lines }
  })

  app.post('/reorder/direct', { schema: reorder }, async (request, reply) => {
    const { OrderCode, Lines } = request.body
    const order = await existingOrder(accountOf(request).id, OrderCode)
    const reason = reorderRefusal(order)
    if (reason) throw refused(reason, details[reason])
    const shop = currentShop(brands.all(), order.shop_url)
    const url = new URL(`reorder/${order.code}`, shop)
    // The shop makes one basket per key.
    url.searchParams.set('key', order.reorder_key ?? (await reorderKey(database, order.id, randomUUID())))
    if (Lines) url.searchParams.set('lines', chosenLines(order, Lines).join(','))
    return reply.status(200).send({ ShopUrl: url.href })
  })
}

/** The chosen line numbers, each once, sorted like the lines of the order. So equal choices have equal URLs. */
function chosenLines({ lines }: Order, chosen: readonly number[]): number[] {
  const known = lines.map((line) => line.number)
  if (!chosen.every((one) => known.includes(one))) {
    throw new Problem(422, 'NO_SUCH_LINE', 'The order has no line with one of these numbers.')
  }
  return known.filter((one) => chosen.includes(one))
}

import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { orProblem, type ServiceApp } from '../platform/contract.ts'
import { typedText } from '../platform/plainText.ts'
import { invalidCursor, notFound, Problem } from '../platform/problems.ts'
import { isUuid } from '../platform/requests.ts'
import type { Platform } from '../platform/platform.ts'
import { changeAddress, deliveryDatesOf, hasAddress, type Order } from './order.ts'
import { listOrders } from './listing.ts'
import { postalAddress } from '../platform/postalAddress.ts'
import {
  changeOrder,
  findOrder,
  findOrders,
  findSubOrder,
  listSubOrders,
  noSuchOrder,
  type OrdersDatabase,
} from './store.ts'
import { deliveryDatesSchema, subOrderSchema, superOrderSchema, toWireOrder, toWireSubOrder } from './wireOrder.ts'

const maximumLimit = 100
const maximumArticleNames = 50

/** The code of an order, in upper case. */
export const orderCode = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'Use 1 to 64 letters, digits and hyphens.')
  .toUpperCase()

/** The code of an order in a path. A code that no order can have is answered like an unknown one. */
export const orderCodeInPath = orProblem(orderCode, noSuchOrder)

const number = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
const offset = number.default(0).describe('How many orders to skip, by default 0')
const limitOf = (defaultLimit: number) =>
  number
    .pipe(z.number().min(1).max(maximumLimit))
    .default(defaultLimit)
    .describe(`1 to ${maximumLimit}, by default ${defaultLimit}`)

/** `articleNames=a&articleNames=b` or `articleNames=a,b`. Undefined if absent; a list without names if empty. */
const articleNames = z
  .union([z.string().max(5_000), z.array(z.string().max(200))])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()))
  .transform((names) => names.filter((name) => name !== '' && !name.includes('\0')))
  .pipe(z.array(z.string()).max(maximumArticleNames))
  .optional()

const notFoundOnly = { 404: ['NOT_FOUND'] }
const params = z.object({ code: orderCodeInPath })

const listSuperOrders = {
  summary: 'Lists the super orders of the customer',
  description:
    'Newest first. `OrderState=notExpired` leaves out orders that were not paid within 30 days. The shape of the answer is our choice. ' +
    'The other parameters are our additions, and can be combined.',
  querystring: z.object({
    Offset: offset,
    Limit: limitOf(100),
    OrderState: z.literal('notExpired').optional(),
    List: z
      .enum(['inProgress', 'history'])
      .optional()
      .describe(
        '`inProgress`: orders placed within the last 30 days, except dispatched orders whose payment changed more than 14 days ago. `history`: all other orders.',
      ),
    Search: typedText(100)
      .optional()
      .describe('A part of the code, of the title of a line or of its product code. The case does not matter.'),
    Year: z
      .string()
      .regex(/^[12]\d{3}$/)
      .transform(Number)
      .optional()
      .describe('The year in which the order was placed, in the time zone of the factory.'),
    After: orProblem(orderCode.optional(), invalidCursor).describe(
      'The code of an order: the list begins with the order that follows it. See `next`.',
    ),
    Count: z.enum(['true', 'false']).default('true').describe('`false`: `total` is null, and the answer is faster.'),
  }),
  response: {
    200: z.object({
      items: z.array(superOrderSchema),
      total: z.number().int().nullable(),
      next: z.string().nullable().describe('The `After` of the next page; null on the last page. Our addition.'),
    }),
  },
  problems: { 400: ['INVALID_CURSOR'] },
}

const readSuperOrder = {
  summary: 'Reads a super order',
  params,
  response: { 200: superOrderSchema },
  problems: notFoundOnly,
}

const lookUpSuperOrders = {
  summary: 'Finds super orders of the customer by their codes',
  description: 'In no particular order. Unknown codes are left out. Our addition to the specification.',
  body: z.object({ orderCodes: z.array(z.string().max(1_024)).max(maximumLimit) }),
  response: { 200: z.object({ items: z.array(superOrderSchema) }) },
}

const putAddress = {
  summary: 'Changes the delivery address of a super order',
  description:
    'Possible until production starts. `If-Match` is optional and contains the version of the order. If the order already has this ' +
    'address, nothing changes and the answer is 200, even for an older version. Therefore, a repeated request succeeds.',
  params,
  headers: z.looseObject({ 'if-match': z.string().max(100).optional() }),
  body: postalAddress,
  response: { 200: superOrderSchema },
  problems: {
    ...notFoundOnly,
    409: ['PRODUCTION_STARTED', 'PICKUP_POINT', 'ORDER_CANCELLED', 'DELIVERY_PRICE_CHANGES'],
    412: ['ORDER_CHANGED'],
  },
}

const noSuchAccount = () => notFound('There is no such account.')
const listByAccount = {
  summary: 'Lists the sub-orders of the customer',
  description:
    'Newest first. Repeat `articleNames`, or send a list separated by commas. Without this parameter, all articles are listed; with an empty value, no article is listed. ' +
    'The account must be the customer’s own.',
  params: z.object({ accountId: orProblem(z.string().refine(isUuid).toLowerCase(), noSuchAccount) }),
  querystring: z.object({ articleNames, offset, limit: limitOf(10) }),
  response: { 200: z.object({ items: z.array(subOrderSchema), total: z.number().int() }) },
  problems: notFoundOnly,
}

const readSubOrder = {
  summary: 'Reads a sub-order',
  params,
  response: { 200: subOrderSchema },
  problems: notFoundOnly,
}

const noDates = () => notFound('There are no delivery dates.')
const readDates = {
  summary: 'Reads the delivery dates of a super order',
  description:
    'The dates that were promised first, and the dates that are expected now. 404 for orders that are not paid, or are cancelled.',
  params: z.object({ id: orProblem(orderCodeInPath, noDates) }),
  response: { 200: deliveryDatesSchema },
  problems: notFoundOnly,
}

/** Registers the routes by which customers read their orders and change delivery addresses. */
export function registerOrderRoutes(app: ServiceApp, platform: Platform, database: OrdersDatabase): void {
  app.get('/v2/superorders/me', { schema: listSuperOrders }, async (request) => {
    const { Offset, Limit, OrderState, List, Search, Year, After, Count } = request.query
    const filter = { leavesOutExpired: OrderState === 'notExpired', list: List, search: Search, year: Year }
    const page = { offset: Offset, limit: Limit, after: After, counts: Count === 'true' }
    const { orders, total, next } = await listOrders(database, accountOf(request).id, filter, page)
    return { items: orders.map(toWireOrder), total, next }
  })

  app.get('/v1/superorders/:code', { schema: readSuperOrder }, async (request, reply) => {
    const order = await findOrder(database, { code: request.params.code, accountId: accountOf(request).id })
    if (!order) throw noSuchOrder()
    return reply.header('etag', `"${order.version}"`).send(toWireOrder(order))
  })

  app.post('/v1/superorders/lookup', { schema: lookUpSuperOrders }, async (request) => {
    const codes = request.body.orderCodes.flatMap((code) => orderCode.safeParse(code).data ?? [])
    const orders = await findOrders(database, { codes, accountId: accountOf(request).id })
    return { items: orders.map(toWireOrder) }
  })

  app.put('/v1/superorders/:code/deliveryAddress', { schema: putAddress }, async (request, reply) => {
    const { body, headers } = request
    const key = { code: request.params.code, accountId: accountOf(request).id }
    const order = await changeOrder(platform, database, key, (current) => {
      // Compare the delivery address before the version: a client that got no answer repeats its request, with the
      // version from before its own change.
      if (hasAddress(current, body)) return null
      checkVersion(current, headers['if-match'])
      return changeAddress(current, body, new Date())
    })
    return reply.header('etag', `"${order.version}"`).send(toWireOrder(order))
  })

  registerSubOrderRoutes(app, database)
}

function registerSubOrderRoutes(app: ServiceApp, database: OrdersDatabase): void {
  app.get('/orders/byAccount/:accountId', { schema: listByAccount }, async (request) => {
    const { id } = accountOf(request)
    if (request.params.accountId !== id.toLowerCase()) throw noSuchAccount()
    const { orders, total } = await listSubOrders(database, id, request.query)
    return { items: orders.map(toWireSubOrder), total }
  })

  app.get('/v1/Orders/:code', { schema: readSubOrder }, async (request) => {
    const found = await findSubOrder(database, accountOf(request).id, request.params.code)
    if (!found) throw noSuchOrder()
    return toWireSubOrder(found)
  })

  app.get('/OrderDeliveryDates/:id', { schema: readDates }, async (request) => {
    const order = await findOrder(database, { code: request.params.id, accountId: accountOf(request).id })
    const dates = order && deliveryDatesOf(order)
    if (!dates) throw noDates()
    return { orderCode: order.code, ...dates }
  })
}

/** Accepts `*`, and a list that has the order's version with or without quotes. */
function checkVersion({ version }: Order, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = ifMatch.split(',').map((tag) => tag.trim().replaceAll('"', ''))
  if (versions.includes(String(version))) return
  throw new Problem(412, 'ORDER_CHANGED', 'The order has changed since it was read. Read it again.')
}

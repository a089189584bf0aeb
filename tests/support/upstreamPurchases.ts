import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { euro, type FakeOrder, type Purchases } from './purchases.ts'
import { accountOf } from './tokens.ts'

interface Request {
  Params: { code: string }
  Querystring: Record<string, string | undefined>
  Body: {
    OrderCode: string
    Lines?: number[]
    optionCodes: string[]
    orderCodes: string[]
  } & FakeOrder['deliveryAddress']
}

/** Registers the routes of the fake orders and vouchers services. */
export function registerPurchases(app: FastifyInstance, purchasesOf: (accountId: string) => Purchases): void {
  const ofCaller = ({ headers }: FastifyRequest) =>
    purchasesOf(accountOf((headers.authorization ?? '').slice('Bearer '.length)))
  registerOrders(app, ofCaller)
  registerVouchers(app, ofCaller)
}

type OfCaller = (request: FastifyRequest) => Purchases

function registerOrders(app: FastifyInstance, ofCaller: OfCaller): void {
  const find = (request: FastifyRequest, code: string) =>
    ofCaller(request).orders.find(({ orderCode }) => orderCode === code)
  app.get<Request>('/orders/v2/superorders/me', async (request, reply) => {
    if (isAnonymous(request)) return reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })
    const { Offset = '0', Limit = '100', After, Count } = request.query
    const listed = ofCaller(request).orders.filter((order) => isListed(order, request.query))
    if (After !== undefined && Number.isNaN(numberIn(After))) return refuse(reply, 400, 'INVALID_CURSOR')
    // Unlike in the real service, orders can be removed here, even the order of a cursor. So a cursor is compared by
    // the number of its order.
    const rest = listed.filter(({ orderCode }) => After === undefined || numberIn(orderCode) < numberIn(After))
    const end = Number(Offset) + Number(Limit)
    const items = rest.slice(Number(Offset), end)
    const next = rest.length > end ? (items.at(-1)?.orderCode ?? null) : null
    return { items, total: Count === 'false' ? null : listed.length, next }
  })
  app.get<Request>(
    '/orders/v1/superorders/:code',
    async (request, reply) => find(request, request.params.code) ?? refuse(reply, 404, 'NOT_FOUND'),
  )
  app.post<Request>('/orders/v1/superorders/lookup', async (request) => {
    const codes = request.body.orderCodes.map((code) => code.toUpperCase())
    return { items: ofCaller(request).orders.filter(({ orderCode }) => codes.includes(orderCode.toUpperCase())) }
  })
  app.get<Request>('/orders/v1/Orders/:code', async (request, reply) => {
    const lines = ofCaller(request).orders.flatMap(({ products }) => products)
    return lines.find(({ orderCode }) => orderCode === request.params.code) ?? refuse(reply, 404, 'NOT_FOUND')
  })
  app.get<Request>('/orders/OrderDeliveryDates/:code', async (request, reply) => {
    const { promisedDelivery: promised, expectedDelivery: expected } = find(request, request.params.code) ?? {}
    return promised ? { orderCode: request.params.code, promised, expected } : refuse(reply, 404, 'NOT_FOUND')
  })
  app.put<Request>('/orders/v1/superorders/:code/deliveryAddress', async (request, reply) => {
    const { orders } = ofCaller(request)
    const order = find(request, request.params.code)
    if (!order) return refuse(reply, 404, 'NOT_FOUND')
    const version = request.headers['if-match']
    if (version !== undefined && version !== `"${order.version}"`) return refuse(reply, 412, 'ORDER_CHANGED')
    const isPriced = request.body.country !== order.deliveryAddress.country
    if (!order.addressChange.isAllowed || isPriced) return refuse(reply, 409, 'PRODUCTION_STARTED')
    const changed = { ...order, version: order.version + 1, deliveryAddress: request.body }
    orders.splice(orders.indexOf(order), 1, changed)
    return changed
  })
  registerReorders(app, ofCaller, find)
}

function registerReorders(
  app: FastifyInstance,
  ofCaller: OfCaller,
  find: (request: FastifyRequest, code: string) => FakeOrder | undefined,
): void {
  app.get<Request>('/orders/reorder/status/:code', async (request, reply) => {
    const order = find(request, request.params.code)
    if (!order) return refuse(reply, 404, 'NOT_FOUND')
    const { notSold } = ofCaller(request)
    const lines = order.products.map(({ number, productCode, photosCount, missingPhotosCount }) => {
      const isSold = !notSold.has(productCode)
      return { number, isSold, unitPrice: isSold ? euro('11.00') : null, photosCount, missingPhotosCount }
    })
    const { isAllowed, reason } = order.reorder
    return { orderCode: order.orderCode, status: isAllowed ? 'Available' : 'Unavailable', reason, lines }
  })
  app.post<Request>('/orders/reorder/direct', async (request, reply) => {
    const { OrderCode, Lines } = request.body
    const order = find(request, OrderCode)
    if (!order) return refuse(reply, 404, 'NOT_FOUND')
    if (!order.reorder.isAllowed) return refuse(reply, 409, 'CANCELLED')
    const lines = Lines ? `&lines=${Lines.join()}` : ''
    return { ShopUrl: `https://shop.test/reorder/${encodeURIComponent(OrderCode)}?key=1${lines}` }
  })
}

function registerVouchers(app: FastifyInstance, ofCaller: OfCaller): void {
  const find = (request: FastifyRequest, wanted: string) =>
    ofCaller(request).vouchers.find(({ code }) => code === wanted.toUpperCase())
  app.get<Request>('/vouchers/api/v1/campaigns/offers/:code', async (request, reply) =>
    isAnonymous(request) ? refuse(reply, 401, 'UNAUTHENTICATED') : answerVoucher(request, reply),
  )
  const answerVoucher = (request: FastifyRequest<Request>, reply: FastifyReply) =>
    find(request, request.params.code) ?? refuse(reply, 404, 'NOT_FOUND')
  app.post<Request>('/vouchers/api/v1/campaigns/offers/lookup', async (request) => ({
    offers: request.body.optionCodes.map((code) => find(request, code) ?? null),
  }))
}

function isListed(order: FakeOrder, { List, Search, Year }: Request['Querystring']): boolean {
  const isOld = order.fulfilment === 'shipped'
  if (List !== undefined && (List === 'history') !== isOld) return false
  if (Year !== undefined && !order.placedAt.startsWith(Year)) return false
  return Search === undefined || order.orderCode.includes(Search)
}

/** The number of an order, by which contract tests sort; NaN if there is none. */
function numberIn(code: string): number {
  return Number(/\d+/.exec(code)?.[0] ?? Number.NaN)
}

function isAnonymous({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).type('application/problem+json').send({ status, code })
}

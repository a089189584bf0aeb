import type { FastifyInstance } from 'fastify'
import { buildDetails, buildPhoto } from '../../tests/support/photoLibrary.ts'
import { buildOrders, orderedPhotos, ordersCount, type WireOrderLine } from './orderData.ts'

/** The calls beyond the specification that the gateway looks for in the OpenAPI document of each service. */
const offered = {
  orders: { '/v2/superorders/me': { get: { parameters: [{ name: 'After' }] } } },
  vouchers: { '/api/v1/campaigns/offers/lookup': { post: {} } },
  photos: { '/photos/lookup': { post: {} } },
}

interface ListQuery {
  readonly Limit: string
  readonly Count?: string
}

/**
 * Answers the calls about orders, their vouchers and their photos as our own services do. The parts of the answers are
 * serialized in advance, so that the upstreams need little processor time.
 */
export function registerOrderAnswers(app: FastifyInstance): void {
  for (const [service, paths] of Object.entries(offered)) app.get(`/${service}/openapi.json`, () => ({ paths }))
  registerOrders(app)
  app.post<{ Body: { optionCodes: string[] } }>('/vouchers/api/v1/campaigns/offers/lookup', ({ body }, reply) =>
    reply.type('application/json').send(JSON.stringify({ offers: body.optionCodes.map(voucherOf) })),
  )
  registerWidgets(app)
  const photos = new Map(
    orderedPhotos().map((number) => {
      const photo = buildPhoto(number)
      return [photo.imageId, JSON.stringify({ ...photo, details: buildDetails(photo) })]
    }),
  )
  app.post<{ Body: { photoIds: string[] } }>('/photos/photos/lookup', ({ body }, reply) => {
    const images = body.photoIds.flatMap((id) => photos.get(id) ?? [])
    return reply.type('application/json').send(`{"images":[${images.join(',')}]}`)
  })
}

function registerOrders(app: FastifyInstance): void {
  const orders = buildOrders(new Date()).map((order) => ({ code: order.orderCode, text: JSON.stringify(order) }))
  const byCode = new Map(orders.map(({ code, text }) => [code, text]))
  app.get<{ Querystring: ListQuery }>('/orders/v2/superorders/me', ({ query }, reply) => {
    const page = orders.slice(0, Number(query.Limit))
    const total = query.Count === 'false' ? null : ordersCount
    const next = page.length < orders.length ? (page.at(-1)?.code ?? null) : null
    const items = page.map(({ text }) => text).join(',')
    return reply.type('application/json').send(`{"items":[${items}],"total":${total},"next":${JSON.stringify(next)}}`)
  })
  app.get<{ Params: { code: string } }>('/orders/v1/superorders/:code', ({ params: { code } }, reply) => {
    const text = byCode.get(code)
    return text === undefined ? reply.code(404).send({ status: 404 }) : reply.type('application/json').send(text)
  })
}

/** Every ordered photo book has an online book. */
function registerWidgets(app: FastifyInstance): void {
  const lines = buildOrders(new Date()).flatMap(({ products }) => products)
  const books = Map.groupBy(
    lines.filter(({ articleName }) => articleName === 'PhotoBook').map(widgetOf),
    ({ orderCode }) => orderCode,
  )
  app.get<{ Querystring: { orderCodes: string } }>('/widgets/v1/widget/all', ({ query }) => ({
    widgets: query.orderCodes.split(',').flatMap((code) => books.get(code) ?? []),
  }))
  app.get<{ Params: { code: string } }>('/widgets/v1/blockedorders/:code', ({ params }) => ({
    orderCode: params.code,
    isBlocked: false,
  }))
}

function widgetOf({ orderCode: widgetId, superOrderCode: orderCode, title }: WireOrderLine) {
  return {
    widgetId,
    productCode: widgetId,
    orderCode,
    title,
    state: 'ready',
    pagesCount: 5,
    missingPagesCount: 0,
    created: '2026-01-01T00:00:00.000Z',
    restorableUntil: null,
    coverUrl: null,
    ownerUrl: null,
    publicUrl: null,
    recipientsCount: 0,
    viewsCount: 0,
  }
}

function voucherOf(code: string) {
  return {
    code,
    campaignName: 'Summer',
    state: 'used',
    value: { kind: 'percentage', amount: null, percentage: 20, minimumOrder: null, productCodes: null },
    validUntil: '2027-08-31',
  }
}

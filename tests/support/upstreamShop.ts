import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { quoteSchema } from '../../services/shop/quote.ts'
import { euro, type FakeOrder, orderCodeOf } from './purchases.ts'
import { accountOf } from './tokens.ts'

type FakeQuote = z.infer<typeof quoteSchema>

interface Request {
  Params: { code: string }
  Body: { lines: { photoId: string }[] }
}

/** What the fake shop needs to know. */
interface ShopOptions {
  readonly ordersOf: (accountId: string) => readonly FakeOrder[]
  readonly maySee: (accountId: string, photoId: string) => boolean
}

/** Builds the quote of one print. */
export function buildQuote(own: Partial<FakeQuote> = {}): FakeQuote {
  const line = { variant: '10X15', quantity: 1, photosCount: 1 }
  return {
    sizes: [{ variant: '10X15', unitPrice: euro('0.19') }],
    lines: [{ ...line, unitPrice: euro('0.19'), discount: euro('0.00'), total: euro('0.19') }],
    voucher: null,
    subtotal: euro('0.19'),
    discount: euro('0.00'),
    delivery: euro('3.95'),
    vatRate: '21.00',
    tax: euro('0.72'),
    total: euro('4.14'),
    ...own,
  }
}

const callerOf = ({ headers }: FastifyRequest) => accountOf((headers.authorization ?? '').slice('Bearer '.length))

/** Registers the routes of the fake shop. Every order gets the code of the first order. */
export function registerShop(app: FastifyInstance, { ordersOf, maySee }: ShopOptions): void {
  app.post<Request>('/shop/v1/quotes', async () => buildQuote())
  app.post<Request>('/shop/v1/orders', async (request, reply) => {
    const ids = request.body.lines.map(({ photoId }) => photoId)
    const missingPhotoIds = ids.filter((id) => !maySee(callerOf(request), id))
    if (missingPhotoIds.length === 0) return reply.code(201).send({ orderCode: orderCodeOf(1) })
    return reply.code(409).send({ code: 'QUOTE_CHANGED', quote: buildQuote(), missingPhotoIds })
  })
  app.put<Request>('/shop/v1/orders/:code/payment', async (request, reply): Promise<object | FastifyReply> => {
    const { code } = request.params
    if (ordersOf(callerOf(request)).some(({ orderCode }) => orderCode === code)) return { orderCode: code }
    return reply.code(404).type('application/problem+json').send({ status: 404, code: 'NOT_FOUND' })
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FakeInvoice } from './invoices.ts'
import { accountOf, claimsIn } from './tokens.ts'

interface Request {
  Querystring: { offset?: string; limit?: string }
  Body: { invoiceIds: string[]; orderCodes: string[] }
}

/**
 * Registers the routes of the fake invoices service.
 * @param invoicesOf the invoices of an account, newest first
 */
export function registerInvoices(
  app: FastifyInstance,
  invoicesOf: (accountId: string) => readonly FakeInvoice[],
): void {
  const ofCaller = (request: FastifyRequest) => invoicesOf(accountOf(tokenOf(request)))
  void app.register(async (routes) => {
    routes.addHook('preHandler', async (request, reply) => {
      const token = tokenOf(request)
      if (token === '') return reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })
      if (claimsIn(token)['auth_method'] !== 'b2b') return reply.code(403).send({ status: 403, code: 'BUSINESS_ONLY' })
    })
    routes.get<Request>('/invoices/api/v1/HistoricalInvoice/me', async (request) => {
      const { offset = '0', limit = '1000000' } = request.query
      const all = ofCaller(request)
      return { items: all.slice(Number(offset), Number(offset) + Number(limit)), total: all.length }
    })
    routes.post<Request>('/invoices/api/v1/HistoricalInvoice/me/lookup', async (request) => ({
      items: ofCaller(request).filter(({ id }) => request.body.invoiceIds.includes(id)),
    }))
    routes.post<Request>('/invoices/api/v1/HistoricalInvoice/me/byOrder', async (request) => {
      const codes = request.body.orderCodes.map((code) => code.toUpperCase())
      const found = ofCaller(request).filter(({ orderCode }) => codes.includes(orderCode.toUpperCase()))
      return { items: found.toReversed() }
    })
  })
  // A private account can have invoices from the time when it was a business account. The invoices are kept when the
  // account is deleted.
  app.get('/invoices/api/v1/HistoricalInvoice/me/retention', async (request, reply) => {
    if (tokenOf(request) === '') return reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })
    const { length: count } = ofCaller(request)
    return { count, until: count === 0 ? null : '2033-12-31' }
  })
}

function tokenOf({ headers }: FastifyRequest): string {
  return (headers.authorization ?? '').slice('Bearer '.length)
}

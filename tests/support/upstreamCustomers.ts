import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CustomerRecord, FakeAddress, FakeProfile } from './customers.ts'
import { accountOf } from './tokens.ts'

interface Request {
  Params: { id: string }
  Body: FakeProfile & FakeAddress
}

/**
 * Registers the routes of profiles and address books. All of them require a token, and a customer who is not deleted.
 */
export function registerCustomers(app: FastifyInstance, recordOf: (accountId: string) => CustomerRecord): void {
  const of = (request: FastifyRequest) => recordOf(accountOf(tokenOf(request)))
  const path = '/customers/customers/me'
  void app.register(async (routes) => {
    routes.addHook('preHandler', async (request, reply) => {
      if (tokenOf(request) === '') return reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })
      if (of(request).profile === null) return missing(reply)
    })
    routes.get(path, async (request) => of(request).profile)
    for (const method of ['PUT', 'PATCH'] as const) {
      routes.route<Request>({
        method,
        url: path,
        handler: async (request) => {
          const record = of(request)
          const kept = method === 'PUT' ? {} : record.profile
          const version = (record.profile?.version ?? 0) + 1
          record.profile = { ...kept, ...request.body, version }
          return record.profile
        },
      })
    }
    routes.post(`${path}/callback/test`, async () => ({
      outcome: 'accepted',
      callbackUrl: 'https://shop.keepsake.com/notices',
      callbackFormat: 'json',
      httpStatus: 200,
      duration: 12,
      text: null,
    }))
    routes.post(`${path}/data-files`, async (request, reply) => reply.code(201).send(fileOf(request)))
    routes.get(`${path}/data-files`, async (request) => ({ items: [fileOf(request)] }))
    routes.get<Request>(`${path}/data-files/:id`, async (request, reply) =>
      request.params.id === fileOf(request).fileId ? fileOf(request) : missing(reply),
    )
    routes.get<Request>(`${path}/data-files/:id/url`, async (request, reply) => {
      const { fileId } = fileOf(request)
      return request.params.id === fileId ? { url: `https://files.test/${fileId}.json?signature=x` } : missing(reply)
    })
    routes.get(`${path}/addresses`, async (request) => ({ items: of(request).addresses, limit: 50 }))
    routes.post<Request>(`${path}/addresses`, async (request, reply) => {
      return reply.code(201).send(of(request).add(request.body))
    })
    routes.put<Request>(`${path}/addresses/:id`, async (request, reply) => {
      const { id } = request.params
      return of(request).change(id, request.body) ? { id } : missing(reply)
    })
    routes.put<Request>(`${path}/addresses/:id/default`, async (request, reply) => {
      const { id } = request.params
      return of(request).setDefault(id) ? { id } : missing(reply)
    })
    routes.put<Request>(`${path}/addresses/:id/restore`, async (request, reply) => {
      const { id } = request.params
      return of(request).restore(id) ? { id } : missing(reply)
    })
    routes.delete<Request>(`${path}/addresses/:id`, async (request, reply) =>
      of(request).delete(request.params.id) ? reply.code(204).send() : missing(reply),
    )
  })
}

/** The file with all data of the customer. Its id is the account id. */
const fileOf = (request: FastifyRequest) => buildDataFile(accountOf(tokenOf(request)))

/** A ready file with all data. */
function buildDataFile(fileId: string) {
  const requested = '2026-11-26T09:30:00.000Z'
  const facts = { fileName: 'my-data-2026-11-26.json', size: 1_234, expires: '2026-11-26T11:30:00.000Z' }
  return { fileId, status: 'READY', failure: null, requested, ...facts }
}

function tokenOf({ headers }: FastifyRequest): string {
  return (headers.authorization ?? '').slice('Bearer '.length)
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
}

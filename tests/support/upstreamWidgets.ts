import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOf, claimsIn } from './tokens.ts'
import { type FakeEntry, type FakeWidget, type FakeWidgets, buildEntry, buildLink } from './widgets.ts'

interface Request {
  Params: { id: string; linkId: string; code: string; token: string }
  Querystring: { orderCodes: string; widgetIds: string; channel: string; skip?: string; limit?: string }
  Body: Record<'toEmailAddress' | 'fromName' | 'personalMessage' | 'vendorId', string> &
    Pick<FakeEntry, 'widgetId' | 'channel' | 'title' | 'description' | 'categoryIds'>
}

/** The token of the only book that the fake shows to readers. */
export const fakeBookToken = 'a-book'

const decoded = (text: string) => Buffer.from(text, 'base64').toString()
const problem = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ status, code })
const notFound = (reply: FastifyReply) => problem(reply, 404, 'NOT_FOUND')

/** Registers the routes of the fake widgets service. */
export function registerWidgets(app: FastifyInstance, widgetsOf: (accountId: string) => FakeWidgets): void {
  const ofCaller = (request: FastifyRequest) => widgetsOf(accountOf(tokenOf(request)))
  void app.register(async (routes) => {
    routes.addHook('preHandler', async (request, reply) => {
      const token = tokenOf(request)
      if (token === '') return problem(reply, 401, 'UNAUTHENTICATED')
      if (claimsIn(token)['auth_method'] === 'b2b') return problem(reply, 403, 'PRIVATE_ONLY')
    })
    registerBooks(routes, ofCaller)
    registerLinks(routes, ofCaller)
    registerEntries(routes, ofCaller)
  })
  app.get('/widgets/v1/categories', async ({ headers }) => ({
    categories: [
      { id: 'travel', name: headers['accept-language'] === 'de-DE' ? 'Reisen' : 'Travel' },
      { id: 'family', name: 'Family' },
    ],
  }))
  app.get<Request>('/widgets/v1/blockedorders/:code', async ({ params }) => ({
    orderCode: params.code,
    isBlocked: false,
  }))
  app.get<Request>('/widgets/v1/books/:token', async ({ params }, reply) => {
    if (params.token !== fakeBookToken) return notFound(reply)
    return { title: 'Book 1', pages: [{ number: 1, takenOn: null, hasPicture: true }] }
  })
}

type OfCaller = (request: FastifyRequest) => FakeWidgets

function registerBooks(routes: FastifyInstance, ofCaller: OfCaller): void {
  const find = (request: FastifyRequest, id: string): FakeWidget | undefined =>
    ofCaller(request).widgets.find(({ widgetId }) => widgetId === id)
  routes.get<Request>('/widgets/v1/widget/all', async (request) => {
    const codes = request.query.orderCodes.split(',')
    const named = ({ widgetId, orderCode }: FakeWidget) => codes.includes(widgetId) || codes.includes(orderCode)
    return { widgets: ofCaller(request).widgets.filter(named) }
  })
  routes.get<Request>('/widgets/v1/widgets', async (request) => {
    const { skip = '0', limit = '10' } = request.query
    const all = ofCaller(request).widgets.filter(({ state }) => state !== 'deleted')
    return { widgets: all.slice(Number(skip), Number(skip) + Number(limit)), totalCount: all.length }
  })
  for (const method of ['GET', 'POST'])
    routes.route<Request>({
      method,
      url: '/widgets/v1/widget/:id',
      handler: async (request, reply) => find(request, request.params.id) ?? notFound(reply),
    })
  routes.delete<Request>('/widgets/v1/widget/:id', async (request, reply) => {
    const widget = find(request, request.params.id)
    if (!widget) return notFound(reply)
    Object.assign(widget, { state: 'deleted', restorableUntil: '2026-04-01T10:00:00.000Z' })
    return reply.code(204).send()
  })
}

function registerLinks(routes: FastifyInstance, ofCaller: OfCaller): void {
  const owns = (request: FastifyRequest, id: string) =>
    ofCaller(request).widgets.some(({ widgetId }) => widgetId === id)
  routes.put<Request>('/widgets/v1/widget/:id/share', async (request, reply) => {
    if (!owns(request, request.params.id)) return notFound(reply)
    const { toEmailAddress, fromName } = request.body
    return buildLink({ state: 'sending', recipientEmail: decoded(toEmailAddress), fromName })
  })
  routes.post<Request>('/widgets/v1/widget/:id/share/preview', async (request, reply) => {
    if (!owns(request, request.params.id)) return notFound(reply)
    const { fromName, personalMessage: text } = request.body
    return { subject: `${fromName} shares a book`, html: `<p>${text}</p>`, text }
  })
  routes.get<Request>('/widgets/v1/widget/:id/links', async (request, reply) =>
    owns(request, request.params.id) ? { links: ofCaller(request).links } : notFound(reply),
  )
  routes.delete<Request>('/widgets/v1/widget/:id/links/:linkId', async (request, reply) => {
    const link = ofCaller(request).links.find(({ linkId }) => linkId === request.params.linkId)
    if (!link || !owns(request, request.params.id)) return notFound(reply)
    Object.assign(link, { state: 'ended', url: null })
    return reply.code(204).send()
  })
  routes.put<Request>('/widgets/v1/widget/:id/public-link', async (request, reply) =>
    owns(request, request.params.id)
      ? buildLink({ kind: 'public', state: 'active', recipientEmail: null, fromName: null, expires: null })
      : notFound(reply),
  )
}

function registerEntries(routes: FastifyInstance, ofCaller: OfCaller): void {
  routes.get<Request>('/widgets/v1/galleryentries', async (request) => {
    const ids = request.query.widgetIds.split(',')
    return { entries: ofCaller(request).entries.filter(({ widgetId }) => ids.includes(widgetId)) }
  })
  routes.post<Request>('/widgets/v1/galleryentries/', async (request, reply) => {
    const mine = ofCaller(request)
    const { body } = request
    if (!mine.widgets.some(({ widgetId }) => widgetId === body.widgetId)) return notFound(reply)
    const entry = buildEntry(1, body)
    mine.entries.push(entry)
    return reply.code(201).send(entry)
  })
  routes.get<Request>('/widgets/v1/galleryentries/:id', async (request, reply) => found(request) ?? notFound(reply))
  routes.put<Request>('/widgets/v1/galleryentries/:id', async (request, reply) => {
    const entry = found(request)
    if (!entry) return notFound(reply)
    const expected = request.headers['if-match']
    if (expected !== undefined && expected !== `"${entry.version}"`) return problem(reply, 412, 'CHANGED')
    return Object.assign(entry, request.body, { version: entry.version + 1 })
  })
  routes.delete<Request>('/widgets/v1/galleryentries/:id', async (request, reply) => {
    const entry = found(request)
    if (!entry) return notFound(reply)
    const mine = ofCaller(request)
    mine.entries = mine.entries.filter((other) => other !== entry)
    return reply.code(204).send()
  })

  function found(request: FastifyRequest<Request>): FakeEntry | undefined {
    const { channel } = request.query
    const isNamed = (entry: FakeEntry) => entry.widgetId === request.params.id && entry.channel === channel
    return ofCaller(request).entries.find(isNamed)
  }
}

function tokenOf({ headers }: FastifyRequest): string {
  return (headers.authorization ?? '').slice('Bearer '.length)
}

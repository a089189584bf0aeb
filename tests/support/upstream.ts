import websocket from '@fastify/websocket'
import type { RawData, WebSocket } from 'ws'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { PhotoLibrary, buildDetails } from './photoLibrary.ts'
import { type TokenIssuer, createTokenIssuer } from './tokens.ts'

/** What an upstream does instead of answering as agreed. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'slowBody' }
  | { readonly kind: 'hugeBody' }

/** A call that an upstream was made. */
export interface RecordedCall {
  readonly method: string
  /** Path and query, below the service's base URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** A photo's coming or going. */
export interface LibraryFact {
  readonly type: 'photo.added' | 'photo.removed'
  readonly data: { readonly imageId: string; readonly year: number; readonly month: number }
}

/** The services as the gateway sees them, on one real server: in memory, and with faults on demand. */
export class Upstreams {
  readonly app: FastifyInstance
  readonly tokens: TokenIssuer
  readonly calls: RecordedCall[] = []
  readonly #libraries = new Map<string, PhotoLibrary>()
  readonly #faults: { path: string; fault: Fault; times: number }[] = []
  readonly #holds = new Map<string, Promise<void>>()
  readonly events = new EventStreams()
  url = ''

  constructor(app: FastifyInstance, tokens: TokenIssuer) {
    this.app = app
    this.tokens = tokens
  }

  library(accountId: string): PhotoLibrary {
    const library = this.#libraries.get(accountId) ?? new PhotoLibrary()
    this.#libraries.set(accountId, library)
    return library
  }

  /** The next calls whose path begins so fail, for ever or so many times. */
  fail(path: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#faults.push({ path, fault, times })
  }

  /** The next call whose path begins so is answered when the promise is kept. */
  hold(path: string, until: Promise<void>): void {
    this.#holds.set(path, until)
  }

  async waitFor(path: string): Promise<void> {
    for (const [held, until] of this.#holds) if (path.startsWith(held)) await until
  }

  heal(): void {
    this.#faults.length = 0
    this.#holds.clear()
    this.calls.length = 0
  }

  /** Paths of the calls to a service since the last `heal`. */
  pathsOf(service: string): string[] {
    return this.calls
      .filter(({ path }) => path.startsWith(`/${service}/`))
      .map(({ path }) => path.slice(service.length + 1))
  }

  faultOf(path: string): Fault | undefined {
    const found = this.#faults.find((entry) => path.startsWith(entry.path) && entry.times > 0)
    if (found) found.times -= 1
    return found?.fault
  }
}

/** The customers' event streams. Positions are shared by all customers, as in the real log. */
class EventStreams {
  readonly #log: { position: number; accountId: string; fact: LibraryFact }[] = []
  readonly open = new Set<{ accountId: string; socket: WebSocket }>()
  /** The tokens that they were opened with, in order. */
  readonly tokens: string[] = []
  /** How many sockets were opened since the start. */
  opened = 0
  #position = 100

  append(accountId: string, facts: readonly LibraryFact[]): void {
    for (const fact of facts) {
      this.#position += 1
      this.#log.push({ position: this.#position, accountId, fact })
      for (const stream of this.open) if (stream.accountId === accountId) send(stream.socket, this.#position, fact)
    }
  }

  breakOff(): void {
    for (const { socket } of this.open) socket.terminate()
  }

  serve(socket: WebSocket, accountId: string, after: number | null): void {
    const stream = { accountId, socket }
    this.opened += 1
    this.open.add(stream)
    socket.on('close', () => this.open.delete(stream))
    socket.send('OK')
    for (const entry of this.#log)
      if (after !== null && entry.position > after && entry.accountId === accountId)
        send(socket, entry.position, entry.fact)
    if (after === null) socket.send(JSON.stringify({ id: String(this.#position), type: 'position', data: {} }))
  }
}

function send(socket: WebSocket, position: number, { type, data }: LibraryFact): void {
  socket.send(JSON.stringify({ id: String(position), type, data }))
}

/** Starts identity, photos and site on a port of their own. Close it by `upstreams.app.close()`. */
export async function startUpstreams(publicUrl = 'http://keepsake.test'): Promise<Upstreams> {
  const app = fastify({ bodyLimit: 1e7 })
  const upstreams = new Upstreams(app, await createTokenIssuer(`${publicUrl}/identity`))
  await app.register(websocket)
  app.addHook('preHandler', async ({ method, url, headers, body }, reply) => {
    upstreams.calls.push({ method, path: url, headers, body })
    await upstreams.waitFor(url)
    const fault = upstreams.faultOf(url)
    if (fault) return misbehave(fault, reply)
  })
  app.get('/identity/jwks', async () => upstreams.tokens.jwks)
  registerSite(app)
  registerPhotos(app, upstreams)
  registerEvents(app, upstreams)
  upstreams.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return upstreams
}

async function misbehave(fault: Fault, reply: FastifyReply): Promise<FastifyReply> {
  if (fault.kind === 'status')
    return reply.code(fault.status).type('application/problem+json').send({ status: fault.status, code: 'FAULT' })
  if (fault.kind === 'body') return reply.type('application/json').send(fault.text)
  reply.hijack()
  const { raw } = reply
  if (fault.kind === 'reset') raw.socket?.destroy()
  if (fault.kind === 'slowBody') {
    raw.writeHead(200, { 'content-type': 'application/json' })
    raw.write('{"photosCount":')
  }
  if (fault.kind === 'hugeBody') {
    raw.writeHead(200, { 'content-type': 'application/json' })
    const chunk = ' '.repeat(1_000_000)
    for (let megabyte = 0; megabyte < 12; megabyte += 1) raw.write(chunk)
    raw.end('{}')
  }
  return reply
}

function registerSite(app: FastifyInstance): void {
  app.get('/site/config.json', (request, reply) => {
    const host = String(request.headers['x-forwarded-host'] ?? request.headers.host)
    const brand = host.startsWith('lumina.') ? 'lumina' : 'keepsake'
    return reply.send({
      brand,
      name: brand === 'lumina' ? 'Lumina' : 'Keepsake',
      channel: 'k',
      defaultLocale: 'nl-NL',
      locales: ['en-GB', 'nl-NL'],
      logoUrl: `/brands/${brand}/logo.svg`,
      theme: { light: {}, dark: {} },
      graphqlUrl: '/graphql',
      authority: 'http://keepsake.test/identity',
      clientId: `${brand}-web`,
      scope: 'openid email',
      uploadUrl: `http://${brand === 'lumina' ? 'lumina.' : ''}keepsake.test/storage/files`,
      features: { PhotoManagementTimelineViewEnabled: true, PhotoManagementAlbumViewEnabled: false },
      links: {
        faq: 'https://shop.test/faq',
        customerCare: 'https://shop.test/care',
        storeFront: 'https://shop.test/',
        terms: 'https://shop.test/terms',
        privacy: 'https://shop.test/privacy',
        editor: '/editor',
      },
    })
  })
}

/** Who asks, without checking the signature: that is the gateway's work, and what is tested. */
function accountOf(token: string): string {
  const claims: { sub: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return claims.sub
}

type Listing = { Querystring: Record<string, string | undefined> }

const refuse = (reply: FastifyReply) => reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })

const listing = (query: Record<string, string | undefined>, limit: number) => ({
  cursor: query['cursor'],
  limit: Number(query['limit'] ?? limit),
  sortKey: query['sortKey'] ?? 'dateTaken',
  sortOrder: query['sortOrder'] ?? 'desc',
})

function registerPhotos(app: FastifyInstance, upstreams: Upstreams): void {
  const libraryOf = ({ headers }: FastifyRequest) =>
    headers.authorization ? upstreams.library(accountOf(headers.authorization.slice('Bearer '.length))) : null

  app.get<Listing>('/photos/photos', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const page = library.list(library.photos, listing(request.query, 500))
    return page ?? reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
  })
  app.get<Listing & { Params: { year: string; month: string } }>(
    '/photos/photos/timeline/:year/:month',
    async (request, reply) => {
      const library = libraryOf(request)
      if (!library) return refuse(reply)
      const photos = library.inMonth(Number(request.params.year), Number(request.params.month))
      const page = library.list(photos, listing(request.query, 24))
      return page ?? reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
    },
  )
  app.get<Listing & { Params: { id: string } }>('/photos/photos/:id/neighbours', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const images = library.timeline(listing(request.query, 500))
    const index = images.findIndex(({ imageId }) => imageId === request.params.id)
    if (index < 0) return reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
    return { previous: images[index - 1] ?? null, next: images[index + 1] ?? null }
  })
  app.get('/photos/users', async (request, reply) => {
    const library = libraryOf(request)
    return library ? { albumsCount: 2, photosCount: library.photos.length } : refuse(reply)
  })
  app.get('/photos/users/timeline', async (request, reply) => libraryOf(request)?.counts() ?? refuse(reply))
  app.post<{ Body: { photoIds: string[] } }>('/photos/photos/lookup', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const images = library.photos.filter(({ imageId }) => request.body.photoIds.includes(imageId))
    return { images: images.map((photo) => ({ ...photo, details: buildDetails(photo) })) }
  })
  app.delete<{ Body: { photoIds: string[] } }>('/photos/photos', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const { photoIds } = request.body
    const known = new Set(library.photos.map(({ imageId }) => imageId))
    library.photos = library.photos.filter(({ imageId, localFileName }) => {
      return !photoIds.includes(imageId) || localFileName.startsWith('LOCKED')
    })
    const remaining = new Set(library.photos.map(({ imageId }) => imageId))
    return { failed: photoIds.filter((imageId) => !known.has(imageId) || remaining.has(imageId)) }
  })
  app.delete('/photos/photos/all', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const isLarge = library.photos.length > 1_000
    library.photos = isLarge ? library.photos.slice(1_000) : []
    return isLarge ? reply.code(202).send({ isFinished: false }) : reply.code(204).send()
  })
  registerTempSelections(app, libraryOf)
}

function registerTempSelections(
  app: FastifyInstance,
  libraryOf: (request: FastifyRequest) => PhotoLibrary | null,
): void {
  app.post<{ Body: { photoIds: string[] } }>('/photos/temp-selections', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const tempSelectionId = library.select(request.body.photoIds)
    if (tempSelectionId === null) return reply.code(404).send({ status: 404, code: 'PHOTOS_NOT_FOUND' })
    return reply.code(201).send({ tempSelectionId })
  })
  app.get<{ Params: { id: string } }>('/photos/temp-selections/:id', async (request, reply) => {
    const library = libraryOf(request)
    if (!library) return refuse(reply)
    const photoIds = library.selected(request.params.id)
    return photoIds ? { photoIds } : reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
  })
}

function messageOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

function registerEvents(app: FastifyInstance, { events }: Upstreams): void {
  app.get('/photos/events', { websocket: true }, (socket) => {
    socket.once('message', (text) => {
      const message: { token: string; after?: string } = JSON.parse(messageOf(text))
      events.tokens.push(message.token)
      events.serve(socket, accountOf(message.token), message.after === undefined ? null : Number(message.after))
    })
  })
}

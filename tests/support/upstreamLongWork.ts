import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Archive, type LongWork, buildArchive, buildBackup } from './longWork.ts'
import type { PhotoLibrary } from './photoLibrary.ts'
import { accountOf } from './tokens.ts'

type Query = Record<string, string | undefined>

interface Request {
  Params: { id: string; chunk: string }
  Querystring: Query
  Body: { photos: (string | { photoId: string })[]; name?: string; channelId?: string }
}

/** Access to the data of the fake services. */
export interface LongWorkDependencies {
  readonly workOf: (accountId: string) => LongWork
  readonly libraryOf: (accountId: string) => PhotoLibrary
  /** Whether an account may see a photo, in its own library or in an album. */
  readonly maySee: (accountId: string, photoId: string) => boolean
}

function accountIn({ headers }: FastifyRequest): string {
  return accountOf((headers.authorization ?? '').slice('Bearer '.length))
}

/** Registers the routes for archives, exports, activation and account information. */
export function registerLongWork(app: FastifyInstance, dependencies: LongWorkDependencies): void {
  registerDownloads(app, dependencies)
  registerExports(app, dependencies)
  registerActivation(app, dependencies)
  app.get('/customers/accounts/getaccountinformation', async (request, reply) =>
    isAnonymous(request) ? refuse(reply) : dependencies.workOf(accountIn(request)).accountInformation,
  )
  app.get('/identity/email', async (request, reply) =>
    isAnonymous(request) ? refuse(reply) : { state: dependencies.workOf(accountIn(request)).email.state },
  )
  app.post('/identity/email/confirmation', async (request, reply) =>
    isAnonymous(request) ? refuse(reply) : dependencies.workOf(accountIn(request)).email.sent,
  )
}

function registerDownloads(app: FastifyInstance, { workOf, libraryOf, maySee }: LongWorkDependencies): void {
  app.get<Request>('/downloads/downloads', async (request, reply) => {
    if (isAnonymous(request)) return refuse(reply)
    const page = pageOf(workOf(accountIn(request)).archives, request.query, ({ id }) =>
      Number.parseInt(id.slice(-12), 16),
    )
    return page ? { items: page.items, cursor: page.cursor } : badCursor(reply)
  })
  app.get<Request>('/downloads/downloads/:id', async (request, reply) => found(request) ?? missing(reply))
  app.get<Request>('/downloads/downloads/:id/url', async (request, reply) => {
    const archive = found(request)
    if (!archive) return missing(reply)
    if ((archive.state ?? 'finished') !== 'finished') return reply.code(409).send({ status: 409, code: 'NOT_FINISHED' })
    return { url: `https://files.test/${archive.id}.zip` }
  })
  const found = (request: FastifyRequest<Request>): Archive | undefined =>
    workOf(accountIn(request)).archives.find(({ id }) => id === request.params.id)
  const ask = (request: FastifyRequest<Request>, reply: FastifyReply, known: (photoId: string) => boolean) => {
    const work = workOf(accountIn(request))
    const key = String(request.headers['idempotency-key'] ?? '')
    const photos = request.body.photos.map((photo) => (typeof photo === 'string' ? photo : photo.photoId)).filter(known)
    if (photos.length === 0) return reply.code(404).send({ status: 404, code: 'PHOTOS_NOT_FOUND' })
    const earlier = work.archives.find(({ id }) => id === work.archiveKeys.get(key))
    if (earlier) return reply.code(200).send({ ...earlier, photos })
    const { name } = request.body
    const number = 1_000 + work.archives.length
    const archive = buildArchive(number, { state: 'started', progress: 0, size: null, expires: null })
    const asked = { ...archive, ...(name !== undefined && { name }), photosCount: photos.length, missingCount: 0 }
    work.archives.unshift(asked)
    if (key !== '') work.archiveKeys.set(key, asked.id)
    return reply.code(201).send({ ...asked, photos })
  }
  app.post<Request>('/downloads/downloads', async (request, reply) =>
    ask(request, reply, (photoId) => libraryOf(accountIn(request)).has(photoId)),
  )
  app.post<Request>('/downloads/shared-album-downloads', async (request, reply) =>
    ask(request, reply, (photoId) => maySee(accountIn(request), photoId)),
  )
}

function registerExports(app: FastifyInstance, { workOf, libraryOf }: LongWorkDependencies): void {
  const found = (request: FastifyRequest<Request>) =>
    workOf(accountIn(request)).backups.find(({ backupId }) => backupId === request.params.id)
  app.post<Request>('/exports/backups', async (request, reply) => {
    const work = workOf(accountIn(request))
    if (request.body.channelId === undefined) return reply.code(204).send()
    if (libraryOf(accountIn(request)).photosCount === 0)
      return reply.code(409).send({ status: 409, code: 'LIBRARY_EMPTY' })
    const [latest] = work.backups
    if (latest && latest.status !== 'FAILED') return latest
    const asked = { status: 'REQUESTED', progress: 0, chunks: [], expires: null } as const
    work.backups.unshift(buildBackup(1_000 + work.backups.length, asked))
    return reply.code(201).send(work.backups[0])
  })
  app.get<Request>('/exports/backups', async (request, reply) => {
    if (isAnonymous(request)) return refuse(reply)
    return { items: workOf(accountIn(request)).backups.slice(0, Number(request.query['limit'] ?? 10)) }
  })
  app.get<Request>('/exports/backups/:id', async (request, reply) => found(request) ?? missing(reply))
  app.get<Request>('/exports/backups/:id/chunks/:chunk/url', async (request, reply) => {
    const { id, chunk } = request.params
    const has = found(request)?.chunks?.some(({ iteration }) => iteration === Number(chunk))
    return has ? { url: `https://files.test/${id}/${chunk}.zip` } : missing(reply)
  })
}

function registerActivation(app: FastifyInstance, { workOf }: LongWorkDependencies): void {
  app.get('/photos/users/activate', async (request) => workOf(accountIn(request)).activation)
  app.post('/photos/users/activate', async (request, reply) => {
    const work = workOf(accountIn(request))
    if (work.activation.status === 'ACTIVE') return reply.code(409).send({ status: 409, code: 'NOTHING_TO_IMPORT' })
    work.activation = { ...work.activation, status: 'IMPORTING' }
    return reply.code(202).send({ started: true })
  })
  app.get<Request>('/photos/users/activate/albums', async (request, reply) => {
    const page = pageOf(workOf(accountIn(request)).importedAlbums, request.query, ({ name }) => numberIn(name))
    return page ? { albums: page.items, cursor: page.cursor } : badCursor(reply)
  })
  app.get<Request>('/photos/users/activate/failures', async (request, reply) => {
    const page = pageOf(workOf(accountIn(request)).importFailures, request.query, ({ fileName }) => numberIn(fileName))
    return page ? { failures: page.items, cursor: page.cursor } : badCursor(reply)
  })
}

/**
 * Returns a page of numbered items, highest first, or null for an invalid cursor. A cursor is the last item's number.
 */
function pageOf<Item>(items: readonly Item[], { cursor, limit = '50' }: Query, numberOf: (item: Item) => number) {
  if (cursor !== undefined && !/^\d+$/.test(cursor)) return null
  const rest = cursor === undefined ? items : items.filter((item) => numberOf(item) < Number(cursor))
  const page = rest.slice(0, Number(limit))
  const last = page.at(-1)
  return { items: page, cursor: last && rest.length > page.length ? String(numberOf(last)) : null }
}

function numberIn(name: string | null): number {
  return Number(/\d+/.exec(name ?? '')?.[0] ?? 0)
}

function isAnonymous({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({ status: 401, code: 'UNAUTHENTICATED' })
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
}

function badCursor(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ status: 400, code: 'INVALID_CURSOR' })
}

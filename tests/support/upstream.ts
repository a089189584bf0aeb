import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { AlbumStore } from './albumStore.ts'
import { PhotoLibrary } from './photoLibrary.ts'
import { type TokenIssuer, createTokenIssuer } from './tokens.ts'
import { CustomerRecord } from './customers.ts'
import { LongWork } from './longWork.ts'
import { Purchases } from './purchases.ts'
import { SavedProjects } from './savedProjects.ts'
import { registerAlbums } from './upstreamAlbums.ts'
import { registerCatalogue } from './upstreamCatalogue.ts'
import { registerCustomers } from './upstreamCustomers.ts'
import {
  EventStreams,
  accountFormat,
  archiveFormat,
  exportFormat,
  importFormat,
  libraryFormat,
  orderFormat,
  registerEvents,
} from './upstreamEvents.ts'
import { registerIdentity } from './upstreamIdentity.ts'
import { registerInvoices } from './upstreamInvoices.ts'
import { registerLongWork } from './upstreamLongWork.ts'
import { createFakeMailing, registerMailing } from './upstreamMailing.ts'
import { registerPhotos } from './upstreamPhotos.ts'
import { registerPurchases } from './upstreamPurchases.ts'
import { FakePayments, registerPayments } from './upstreamPayments.ts'
import { registerSignIns, SignIns } from './upstreamSignIns.ts'
import { registerShop } from './upstreamShop.ts'
import { registerWidgets } from './upstreamWidgets.ts'
import { FakeWidgets } from './widgets.ts'

/** A faulty response of an upstream. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly code?: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'slowBody' }
  | { readonly kind: 'hugeBody' }

/** A call that an upstream received. */
export interface RecordedCall {
  readonly method: string
  /** Path and query, below the base URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** In-memory fakes of all services, on one real HTTP server, with faults on demand. */
export class Upstreams {
  readonly app: FastifyInstance
  readonly tokens: TokenIssuer
  readonly calls: RecordedCall[] = []
  readonly #libraries = new Map<string, PhotoLibrary>()
  readonly #faults: { path: string; fault: Fault; times: number }[] = []
  readonly #holds = new Map<string, () => Promise<unknown>>()
  readonly #work = new Map<string, LongWork>()
  readonly #purchases = new Map<string, Purchases>()
  readonly #signIns = new Map<string, SignIns>()
  readonly #projects = new Map<string, SavedProjects>()
  /** The variants that every customer sees, by the names of the experiments. */
  readonly variants = new Map<string, string>()
  readonly #payments = new Map<string, FakePayments>()
  readonly #widgets = new Map<string, FakeWidgets>()
  readonly #customers = new Map<string, CustomerRecord>()
  readonly events = new EventStreams(libraryFormat)
  readonly archiveEvents = new EventStreams(archiveFormat)
  readonly exportEvents = new EventStreams(exportFormat)
  readonly importEvents = new EventStreams(importFormat)
  readonly orderEvents = new EventStreams(orderFormat)
  readonly accountEvents = new EventStreams(accountFormat)
  readonly albums = new AlbumStore((accountId) => this.library(accountId))
  readonly mailing = createFakeMailing()
  /** The OpenAPI documents of services that offer less than ours. */
  readonly documents = new Map<string, object>()
  url = ''

  constructor(app: FastifyInstance, tokens: TokenIssuer) {
    this.app = app
    this.tokens = tokens
  }

  library(accountId: string): PhotoLibrary {
    return getOrAdd(this.#libraries, accountId, () => new PhotoLibrary())
  }

  /** Returns the archives, exports, import and account of a customer. */
  work(accountId: string): LongWork {
    return getOrAdd(this.#work, accountId, () => new LongWork())
  }

  /** Deletes all archives, exports, imports and accounts. */
  clearWork(): void {
    this.#work.clear()
  }

  /** Returns the sessions, passkeys and connected apps of a customer. */
  signIns(accountId: string): SignIns {
    return getOrAdd(this.#signIns, accountId, () => new SignIns())
  }

  /** Deletes all sessions, passkeys and connected apps. */
  clearSignIns(): void {
    this.#signIns.clear()
  }

  /** Returns the orders, invoices and vouchers of a customer. */
  purchases(accountId: string): Purchases {
    return getOrAdd(this.#purchases, accountId, () => new Purchases())
  }

  /** Deletes all orders, invoices and vouchers. */
  clearPurchases(): void {
    this.#purchases.clear()
  }

  /** Returns the saved projects of a customer. */
  projects(accountId: string): SavedProjects {
    return getOrAdd(this.#projects, accountId, () => new SavedProjects())
  }

  /** Returns the payment method of a customer. */
  payments(accountId: string): FakePayments {
    return getOrAdd(this.#payments, accountId, () => new FakePayments())
  }

  /** Deletes all payment methods. */
  clearPayments(): void {
    this.#payments.clear()
  }

  /** Returns the online books of a customer. */
  widgets(accountId: string): FakeWidgets {
    return getOrAdd(this.#widgets, accountId, () => new FakeWidgets())
  }

  /** Deletes all online books. */
  clearWidgets(): void {
    this.#widgets.clear()
  }

  /** Returns the profile and the address book of a customer. */
  customer(accountId: string): CustomerRecord {
    return getOrAdd(this.#customers, accountId, () => new CustomerRecord())
  }

  /** Makes calls fail if their path starts with `path`: forever, or `times` times. */
  fail(path: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#faults.push({ path, fault, times })
  }

  /** Delays calls whose path starts with `path` until the promise resolves. */
  hold(path: string, until: Promise<void>): void {
    this.#holds.set(path, async () => until)
  }

  /** Delays each call whose path starts with `path`. */
  delay(path: string, milliseconds: number): void {
    this.#holds.set(path, async () => setTimeout(milliseconds))
  }

  /** Tests whether the photo belongs to the account, or is in an album in which the account participates. */
  maySee(accountId: string, photoId: string): boolean {
    if (this.library(accountId).photos.some(({ imageId }) => imageId === photoId)) return true
    return this.albums.list(accountId, 'participating').some(({ photoIds }) => photoIds.includes(photoId))
  }

  async waitFor(path: string): Promise<void> {
    for (const [held, until] of this.#holds) if (path.startsWith(held)) await until()
  }

  /** Removes all faults and delays, and forgets the recorded calls. */
  heal(): void {
    this.#faults.length = 0
    this.#holds.clear()
    this.calls.length = 0
  }

  /** Returns the paths of the calls to a service since the last `heal`. */
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

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

/** Starts the fakes of all services that the gateway calls. Close them with `upstreams.app.close()`. */
export async function startUpstreams(publicUrl = 'http://keepsake.test'): Promise<Upstreams> {
  const app = fastify({ bodyLimit: 1e7 })
  const upstreams = new Upstreams(app, await createTokenIssuer(`${publicUrl}/identity`))
  await app.register(websocket)
  app.addHook('preHandler', async ({ method, url, headers, body }, reply) => {
    // Do not record reads of openapi.json: a gateway reads it once, at whichever operation comes first.
    if (url.endsWith('/openapi.json')) return
    upstreams.calls.push({ method, path: url, headers, body })
    await upstreams.waitFor(url)
    const fault = upstreams.faultOf(url)
    if (fault) return misbehave(fault, reply)
  })
  app.get('/identity/jwks', async () => upstreams.tokens.jwks)
  app.get<{ Params: { service: string } }>('/:service/openapi.json', async ({ params: { service } }, reply) => {
    const document = upstreams.documents.get(service) ?? (await readFile(`services/${service}/openapi.json`, 'utf8'))
    return reply.type('application/json').send(document)
  })
  registerSite(app)
  registerPhotos(app, (accountId) => upstreams.library(accountId), upstreams.albums)
  registerAlbums(app, upstreams.albums, (accountId) => upstreams.library(accountId))
  registerLongWork(app, {
    workOf: (accountId) => upstreams.work(accountId),
    libraryOf: (accountId) => upstreams.library(accountId),
    maySee: (accountId, photoId) => upstreams.maySee(accountId, photoId),
  })
  registerIdentity(app, (accountId) => upstreams.work(accountId))
  registerSignIns(app, (accountId) => upstreams.signIns(accountId))
  registerPurchases(app, (accountId) => upstreams.purchases(accountId))
  registerMailing(app, upstreams.mailing)
  registerInvoices(app, (accountId) => upstreams.purchases(accountId).invoices)
  registerCatalogue(app, (accountId) => upstreams.projects(accountId))
  registerCustomers(app, (accountId) => upstreams.customer(accountId))
  registerShop(app, {
    ordersOf: (accountId) => upstreams.purchases(accountId).orders,
    maySee: (accountId, photoId) => upstreams.maySee(accountId, photoId),
  })
  registerPayments(app, (accountId) => upstreams.payments(accountId))
  registerWidgets(app, (accountId) => upstreams.widgets(accountId))
  app.get('/personalisation/v1/variants/me', async () => {
    const variants = [...upstreams.variants].map(([experiment, variant]) => ({ experiment, variant }))
    return { variants }
  })
  registerEvents(app, '/photos/events', upstreams.events)
  registerEvents(app, '/downloads/notifications', upstreams.archiveEvents)
  registerEvents(app, '/exports/events', upstreams.exportEvents)
  registerEvents(app, '/push/messages', upstreams.importEvents)
  registerEvents(app, '/orders/v1/events', upstreams.orderEvents)
  registerEvents(app, '/identity/events', upstreams.accountEvents)
  upstreams.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return upstreams
}

async function misbehave(fault: Fault, reply: FastifyReply): Promise<FastifyReply> {
  if (fault.kind === 'status') {
    if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter)
    const { status, code = 'FAULT' } = fault
    return reply.code(status).type('application/problem+json').send({ status, code })
  }
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
    if (host.startsWith('wiki.'))
      return reply.code(404).type('application/problem+json').send({ status: 404, code: 'UNKNOWN_HOST' })
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
      currency: 'EUR',
      countries: ['NL', 'BE'],
      localLinks: { 'nl-BE': { faq: 'https://shop.test/be/faq' } },
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

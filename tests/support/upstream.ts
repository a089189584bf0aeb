import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import { correlate } from '../../http/correlation.ts'
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
import { type Fault, misbehave } from './upstreamFaults.ts'
import { registerIdentity } from './upstreamIdentity.ts'
import { registerInvoices } from './upstreamInvoices.ts'
import { registerLongWork } from './upstreamLongWork.ts'
import { createFakeMailing, registerMailing } from './upstreamMailing.ts'
import { registerPhotos } from './upstreamPhotos.ts'
import { registerPurchases } from './upstreamPurchases.ts'
import { FakePayments, registerPayments } from './upstreamPayments.ts'
import { registerSignIns, SignIns } from './upstreamSignIns.ts'
import { registerShop } from './upstreamShop.ts'
import { registerSite } from './upstreamSite.ts'
import { registerWidgets } from './upstreamWidgets.ts'
import { FakeWidgets } from './widgets.ts'

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
  #faults: (Affected & { readonly fault: Fault })[] = []
  #holds: (Affected & { readonly until: () => Promise<unknown> })[] = []
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

  /** Replaces the photos of a customer. */
  setLibrary(accountId: string, library: PhotoLibrary): void {
    this.#libraries.set(accountId, library)
  }

  /** Makes calls whose path starts with `path` fail: all of them, or the next `times`. By default with any method. */
  fail(path: string, fault: Fault, times = Number.POSITIVE_INFINITY, method?: string): void {
    this.#faults.push({ path, method, times, fault })
  }

  /** Delays calls whose path starts with `path` until the promise resolves. */
  hold(path: string, until: Promise<void>): void {
    this.#holds.push({ path, method: undefined, times: Number.POSITIVE_INFINITY, until: async () => until })
  }

  /** Delays calls whose path starts with `path`. `times` and `method` mean the same as in `fail`. */
  delay(path: string, milliseconds: number, times = Number.POSITIVE_INFINITY, method?: string): void {
    this.#holds = this.#holds.filter((held) => held.path !== path || held.method !== method)
    this.#holds.push({ path, method, times, until: async () => setTimeout(milliseconds) })
  }

  /** Tests whether the photo belongs to the account, or is in an album in which the account participates. */
  maySee(accountId: string, photoId: string): boolean {
    if (this.library(accountId).has(photoId)) return true
    return this.albums.list(accountId, 'participating').some(({ photoIds }) => photoIds.includes(photoId))
  }

  async waitFor(method: string, path: string): Promise<void> {
    for (const held of this.#holds.filter((one) => isAffected(one, method, path))) {
      held.times -= 1
      await held.until()
    }
  }

  /** Removes all faults and delays, and forgets the recorded calls. */
  heal(): void {
    this.#faults = []
    this.#holds = []
    this.calls.length = 0
  }

  /** Returns the paths of the calls to a service since the last `heal`. */
  pathsOf(service: string): string[] {
    return this.calls
      .filter(({ path }) => path.startsWith(`/${service}/`))
      .map(({ path }) => path.slice(service.length + 1))
  }

  faultOf(method: string, path: string): Fault | undefined {
    const found = this.#faults.find((entry) => isAffected(entry, method, path))
    if (found) found.times -= 1
    return found?.fault
  }
}

/** Which calls a fault or a delay affects. */
interface Affected {
  readonly path: string
  /** Undefined: all methods. */
  readonly method: string | undefined
  times: number
}

function isAffected({ path, method, times }: Affected, calledMethod: string, calledPath: string): boolean {
  return calledPath.startsWith(path) && times > 0 && (method ?? calledMethod) === calledMethod
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

/**
 * Starts the fakes of all services that the gateway calls. Close them with `upstreams.app.close()`.
 * @param register adds routes of further services
 */
export async function startUpstreams(
  publicUrl = 'http://keepsake.test',
  register?: (upstreams: Upstreams) => void,
): Promise<Upstreams> {
  const app = fastify({ bodyLimit: 1e7, genReqId: correlate })
  const upstreams = new Upstreams(app, await createTokenIssuer(`${publicUrl}/identity`))
  await app.register(websocket)
  app.addHook('preHandler', async ({ method, url, headers, body }, reply) => {
    // Do not record reads of openapi.json: a gateway reads it once, at whichever operation comes first.
    if (url.endsWith('/openapi.json')) return
    upstreams.calls.push({ method, path: url, headers, body })
    // No fault for a preflight request: browsers report its failure in the same way as no answer at all.
    if (method === 'OPTIONS') return
    await upstreams.waitFor(method, url)
    const fault = upstreams.faultOf(method, url)
    if (fault) return misbehave(fault, reply)
  })
  app.get('/identity/jwks', async () => upstreams.tokens.jwks)
  app.get<{ Params: { service: string } }>('/:service/openapi.json', async ({ params: { service } }, reply) => {
    const document = upstreams.documents.get(service) ?? (await readFile(`services/${service}/openapi.json`, 'utf8'))
    return reply.type('application/json').send(document)
  })
  registerSite(app, publicUrl)
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
  register?.(upstreams)
  upstreams.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return upstreams
}

import type { GatewayContext, Loaders, Viewer } from '../context.ts'
import { createLoaders } from '../loaders.ts'
import { nodeTypes } from '../__generated__/modules.ts'
import type { CursorCipher } from '../relay/cursorCipher.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
import type { CallScope } from '../upstream/call.ts'
import type { Feeds } from '../upstream/feeds.ts'
import type { ClientFactories, Clients } from '../upstream/upstreams.ts'

/** The origin of an operation. */
export interface OperationOrigin {
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly host: string
  readonly observation: OperationObservation
}

/** The dependencies that all operations share. */
export interface ContextOptions {
  readonly clients: ClientFactories
  readonly feeds: Feeds
  readonly cursorCipher: CursorCipher
  /** The current time in ms since 1970. */
  readonly now: () => number
}

/**
 * Creates the context of an operation.
 * @param time timeout of the operation in ms, from now
 */
export type ContextFactory = (time: number, origin: OperationOrigin) => GatewayContext

/** Creates a context factory. All contexts have one class, because the engine runs resolvers faster for one class. */
export function contextFactory(options: ContextOptions): ContextFactory {
  class Context extends OperationContext {}
  for (const [name, create] of Object.entries(options.clients))
    Object.defineProperty(Context.prototype, name, {
      get(this: Context) {
        return create(this.scope)
      },
    })
  // The type `Clients` is derived from the same table as the getters, so each of its properties exists.
  return (time, origin) => new Context(time, options, origin) as Context & Clients
}

class OperationContext implements Omit<GatewayContext, keyof Clients> {
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly host: string
  readonly observation: OperationObservation
  readonly scope: CallScope
  readonly feeds: Feeds
  readonly cursorCipher: CursorCipher
  readonly now: () => number
  readonly nodes = nodeTypes
  readonly #clients: ClientFactories
  #loaders: Loaders | undefined

  constructor(time: number, { clients, feeds, cursorCipher, now }: ContextOptions, origin: OperationOrigin) {
    const { viewer, correlationId, host, observation } = origin
    this.viewer = viewer
    this.correlationId = correlationId
    this.host = host
    this.observation = observation
    this.scope = {
      observer: observation,
      correlationId,
      accountId: viewer?.accountId,
      accessToken: viewer?.accessToken,
      deadline: performance.now() + time,
      flights: new Map(),
    }
    this.#clients = clients
    this.feeds = feeds
    this.cursorCipher = cursorCipher
    this.now = now
  }

  /** Created on first use: many operations, and nearly all events, use no loaders. */
  get loaders(): Loaders {
    const { photos, vouchers, projects, products, orders, invoices } = this.#clients
    return (this.#loaders ??= createLoaders({
      photos: photos(this.scope),
      vouchers: vouchers(this.scope),
      projects: projects(this.scope),
      products: products(this.scope),
      orders: orders(this.scope),
      invoices: invoices(this.scope),
    }))
  }
}

import type { GraphQLError } from 'graphql'
import { addressGroup } from '../../http/addressGroup.ts'
import type { CostReport, GatewayContext, Loaders, Viewer } from '../context.ts'
import type { Registrant } from '../execution/registeredDocuments.ts'
import { OperationLoaders } from '../loaders.ts'
import type { Admission } from '../limits/admission.ts'
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
  /** Returns the client's IP address. A function, because few operations need the address. */
  readonly address: () => string
  readonly observation: OperationObservation
  readonly costReport?: CostReport | undefined
}

/** The dependencies that all operations share. */
export interface ContextOptions {
  readonly clients: ClientFactories
  readonly feeds: Feeds
  readonly cursorCipher: CursorCipher
  readonly admission: Pick<Admission, 'refuseLink'>
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
  readonly costReport: CostReport | undefined
  readonly scope: CallScope
  readonly feeds: Feeds
  readonly cursorCipher: CursorCipher
  readonly now: () => number
  readonly nodes = nodeTypes
  readonly #clients: ClientFactories
  readonly #address: () => string
  readonly #admission: Pick<Admission, 'refuseLink'>
  #loaders: Loaders | undefined

  constructor(time: number, options: ContextOptions, origin: OperationOrigin) {
    const { clients, feeds, cursorCipher, admission, now } = options
    const { viewer, correlationId, host, address, observation } = origin
    this.viewer = viewer
    this.correlationId = correlationId
    this.host = host
    this.observation = observation
    this.costReport = origin.costReport
    this.scope = {
      observer: observation,
      correlationId,
      accountId: viewer?.accountId,
      accessToken: viewer?.accessToken,
      scopes: viewer?.scopes ?? null,
      deadline: performance.now() + time,
      flights: new Map(),
    }
    this.#clients = clients
    this.#address = address
    this.#admission = admission
    this.feeds = feeds
    this.cursorCipher = cursorCipher
    this.now = now
  }

  registrant(): Registrant {
    return registrantOf(this.viewer, this.#address())
  }

  refuseLink(): GraphQLError | null {
    return this.#admission.refuseLink(this.#address())
  }

  /** Created on first use: many operations, and nearly all events, use no loaders. */
  get loaders(): Loaders {
    return (this.#loaders ??= new OperationLoaders(this.#clients, this.scope))
  }
}

/** The account or address whose limit applies to the documents that a caller registers by their hashes. */
export function registrantOf(viewer: Viewer | null, address: string): Registrant {
  return viewer ? { key: viewer.accountId, isAnonymous: false } : { key: addressGroup(address), isAnonymous: true }
}

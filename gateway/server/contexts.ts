import type { GatewayContext, Loaders, Viewer } from '../context.ts'
import { createLoaders } from '../loaders.ts'
import { nodeTypes } from '../__generated__/modules.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
import type { CallScope } from '../upstream/call.ts'
import type { Feeds } from '../upstream/feeds.ts'
import type { ClientFactories, Clients } from '../upstream/upstreams.ts'

/** Who asks what, where. */
export interface Asker {
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly host: string
  readonly observation: OperationObservation
}

/** What all operations share. */
export interface ContextOptions {
  readonly clients: ClientFactories
  readonly feeds: Feeds
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
}

/** @param time how long the operation may take, in ms; its deadline runs from here */
export type ContextFactory = (time: number, asker: Asker) => GatewayContext

/** All contexts are of one class: the engine runs resolvers faster when every operation looks alike. */
export function contextFactory(options: ContextOptions): ContextFactory {
  class Context extends OperationContext {}
  for (const [name, create] of Object.entries(options.clients))
    Object.defineProperty(Context.prototype, name, {
      get(this: Context) {
        return create(this.scope)
      },
    })
  // The getters are what `Clients` names, which is derived from the same table.
  return (time, asker) => new Context(time, options, asker) as Context & Clients
}

class OperationContext implements Omit<GatewayContext, keyof Clients> {
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly host: string
  readonly observation: OperationObservation
  readonly scope: CallScope
  readonly feeds: Feeds
  readonly now: () => number
  readonly nodes = nodeTypes
  readonly #photos: ClientFactories['photos']
  #loaders: Loaders | undefined

  constructor(time: number, { clients, feeds, now }: ContextOptions, asker: Asker) {
    const { viewer, correlationId, host, observation } = asker
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
    this.#photos = clients.photos
    this.feeds = feeds
    this.now = now
  }

  /** Made on first use: many operations, and nearly all events, need no loader. */
  get loaders(): Loaders {
    return (this.#loaders ??= createLoaders(this.#photos(this.scope)))
  }
}

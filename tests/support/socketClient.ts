import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/** The results of a subscription so far. More are added while the subscription runs. */
export interface Received {
  // Tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly events: any[]
  readonly errors: { message: string; extensions?: Record<string, unknown> }[]
  /** Resolves when the subscription ends. The value has the close code if the connection was lost. */
  readonly over: Promise<{ code?: number; reason?: string }>
  stop(): void
}

/** A graphql-ws client that never reconnects. @param headers of the handshake, which browsers cannot set */
export function connect(
  url: string,
  accessToken: string | undefined,
  headers?: Readonly<Record<string, string>>,
): Client {
  class SocketWithHeaders extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { ...headers } })
    }
  }
  return createClient({
    ...(headers && { webSocketImpl: SocketWithHeaders }),
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: accessToken === undefined ? {} : { accessToken },
    retryAttempts: 0,
    lazy: true,
  })
}

/** Subscribes and collects the results. */
export function listen(
  client: Client,
  payload: { query: string; variables?: Record<string, unknown>; extensions?: Record<string, unknown> },
): Received {
  const events: unknown[] = []
  const errors: Received['errors'] = []
  const { promise: over, resolve } = Promise.withResolvers<{ code?: number; reason?: string }>()
  const stop = client.subscribe(payload, {
    next: ({ data, errors: failures }) => {
      if (failures) errors.push(...failures)
      if (data) events.push(data)
    },
    error: (error) => {
      if (Array.isArray(error)) errors.push(...error)
      resolve(closeOf(error))
    },
    complete: () => resolve({}),
  })
  return { events, errors, over, stop }
}

function closeOf(error: unknown): { code?: number; reason?: string } {
  if (typeof error !== 'object' || error === null || !('code' in error)) return {}
  return { code: Number(error.code), reason: 'reason' in error ? String(error.reason) : '' }
}

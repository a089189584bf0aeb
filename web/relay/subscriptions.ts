import { Observable } from 'relay-runtime'
import type { GraphQLResponse, SubscribeFunction } from 'relay-runtime'
import type { Client, FormattedExecutionResult } from 'graphql-ws'
import { RequestError } from './errors.ts'
import { persistedRequest } from './network.ts'
import type { TokenSource } from './network.ts'

/** The close code by which the gateway refuses a token. */
const refusedToken = 4403

/**
 * Subscriptions over one shared WebSocket, whose code is loaded with the first of them. A lost connection ends the
 * subscription with an error: whoever subscribed knows what it saw last, and subscribes again from there.
 */
export function createSubscribe(url: string, tokens: TokenSource): SubscribeFunction {
  let client: Promise<Client> | undefined
  return (request, variables) =>
    Observable.create<GraphQLResponse>((sink) => {
      let unsubscribe: (() => void) | undefined
      let isClosed = false
      client ??= createSocket(url, tokens)
      client.then(
        (socket) => {
          if (isClosed) return undefined
          // The server reads the hash; a query text is required by the protocol's types only.
          const payload = { query: '', ...persistedRequest(request, variables) }
          unsubscribe = socket.subscribe<GraphQLResponse>(payload, {
            next: (result) => sink.next(asResponse(result)),
            error: (cause) => {
              sink.error(
                new RequestError('The live connection was lost', { failure: 'offline', correlationId: '', cause }),
              )
            },
            complete: () => sink.complete(),
          })
          return undefined
        },
        (error: unknown) => {
          client = undefined
          sink.error(error instanceof Error ? error : new Error(String(error)))
        },
      )
      return () => {
        isClosed = true
        unsubscribe?.()
      }
    })
}

async function createSocket(url: string, tokens: TokenSource): Promise<Client> {
  const { createClient } = await import('graphql-ws/client')
  let sent: string | undefined
  let isRefused = false
  return createClient({
    url: () => webSocketUrl(url),
    retryAttempts: 0,
    connectionParams: async () => {
      sent = isRefused && sent !== undefined ? await tokens.renewAfter(sent) : await tokens.accessToken()
      isRefused = false
      return { accessToken: sent }
    },
    on: {
      closed: (event) => {
        isRefused = event instanceof CloseEvent && event.code === refusedToken
      },
    },
  })
}

function webSocketUrl(url: string): string {
  const absolute = new URL(url, location.href)
  absolute.protocol = absolute.protocol === 'https:' ? 'wss:' : 'ws:'
  return absolute.href
}

function asResponse(result: FormattedExecutionResult<GraphQLResponse, unknown>): GraphQLResponse {
  // Both describe a GraphQL response; the two libraries only name its parts differently.
  return result as unknown as GraphQLResponse
}

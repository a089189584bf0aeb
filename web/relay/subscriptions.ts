import { type GraphQLResponse, type SubscribeFunction, Observable } from 'relay-runtime'
import type { Client, FormattedExecutionResult } from 'graphql-ws'
import { RequestError } from './errors.ts'
import type { TokenSource } from '../auth/tokenSource.ts'
import { persistedRequest } from './network.ts'

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
      client ??= import('./liveSocket.ts').then(({ createLiveSocket }) => createLiveSocket(url, tokens))
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

function asResponse(result: FormattedExecutionResult<GraphQLResponse, unknown>): GraphQLResponse {
  // Both describe a GraphQL response; the two libraries only name its parts differently.
  return result as unknown as GraphQLResponse
}

import { type GraphQLResponse, type SubscribeFunction, Observable } from 'relay-runtime'
import type { Client, FormattedExecutionResult } from 'graphql-ws'
import { RequestError } from './errors.ts'
import type { TokenSource } from '../auth/tokenSource.ts'
import { persistedRequest } from './post.ts'

/**
 * Runs subscriptions over one shared WebSocket. The first subscription loads the code of the WebSocket. A lost
 * connection ends a subscription with an error: the subscriber knows its last event and resumes after it.
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
          // The server reads the hash. Only the protocol's types require a query text.
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
        (error: Error) => {
          client = undefined
          sink.error(error)
        },
      )
      return () => {
        isClosed = true
        unsubscribe?.()
      }
    })
}

function asResponse(result: FormattedExecutionResult<GraphQLResponse, unknown>): GraphQLResponse {
  // Both types describe a GraphQL response; the two libraries declare it differently.
  return result as unknown as GraphQLResponse
}

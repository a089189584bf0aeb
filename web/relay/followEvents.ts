import { requestSubscription } from 'react-relay/hooks'
import type { GraphQLTaggedNode, IEnvironment, OperationType, SelectorStoreUpdater } from 'relay-runtime'
import { backoffDelay } from '../app/backoff.ts'

const firstRetryMilliseconds = 500
const longestRetryMilliseconds = 30_000

export interface FollowedEvents<Subscription extends OperationType> {
  readonly subscription: GraphQLTaggedNode
  /** Returns the subscription's variables: for a cursor, those that resume after it; for null, those that start now. */
  readonly variables: (after: string | null) => Subscription['variables']
  /** The cursor of an event, to resume after it. */
  readonly cursorOf: (response: Subscription['response']) => string
  /** Called with every event. Unless the stream is resumed, its first event holds only a cursor. */
  readonly onNext: (response: Subscription['response']) => void
  readonly updater?: SelectorStoreUpdater<Subscription['response']>
}

/**
 * Follows a stream of events. When the connection is lost, it reconnects after about half a second, then with growing
 * delays, and resumes after the last event that it received. Returns a function that ends the stream.
 */
export function followEvents<Subscription extends OperationType>(
  environment: IEnvironment,
  { subscription, variables, cursorOf, onNext, updater }: FollowedEvents<Subscription>,
): () => void {
  let cursor: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: { dispose: () => void } | undefined

  function connect(): void {
    current?.dispose()
    current = requestSubscription<Subscription>(environment, {
      subscription,
      variables: variables(cursor),
      ...(updater && { updater }),
      onNext: (response) => {
        if (!response) return
        failures = 0
        cursor = cursorOf(response)
        onNext(response)
      },
      onError: reconnect,
      onCompleted: reconnect,
    })
  }

  function reconnect(): void {
    clearTimeout(timer)
    failures += 1
    timer = setTimeout(connect, backoffDelay(failures, firstRetryMilliseconds, longestRetryMilliseconds))
  }

  connect()
  return () => {
    clearTimeout(timer)
    current?.dispose()
  }
}

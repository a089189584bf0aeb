import { requestSubscription } from 'react-relay/hooks'
import type { GraphQLTaggedNode, IEnvironment, OperationType, SelectorStoreUpdater } from 'relay-runtime'

const longestRetryMilliseconds = 30_000

export interface FollowedEvents<Subscription extends OperationType> {
  readonly subscription: GraphQLTaggedNode
  /** The variables that go on after an event, or from now on. */
  readonly variables: (after: string | null) => Subscription['variables']
  /** The cursor of an event, to go on after it. */
  readonly cursorOf: (response: Subscription['response']) => string
  /** Called with every event; the first of a stream that is not resumed says only where it stands. */
  readonly onNext: (response: Subscription['response']) => void
  readonly updater?: SelectorStoreUpdater<Subscription['response']>
}

/**
 * Follows a stream of events: after a lost connection it goes on from the last event that was seen, at once, and then
 * ever later. Returns what ends it.
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
    // Those that lost it together do not all come back at the same moment.
    const share = (1 + Math.random()) / 2
    timer = setTimeout(connect, share * Math.min(longestRetryMilliseconds, 500 * 2 ** failures))
    failures += 1
  }

  connect()
  return () => {
    clearTimeout(timer)
    current?.dispose()
  }
}

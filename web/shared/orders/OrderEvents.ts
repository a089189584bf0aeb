import { useEffect, useEffectEvent } from 'react'
import { graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { OrderEventsSubscription } from '../../__generated__/OrderEventsSubscription.graphql.ts'
import { perSession } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Emitter } from '../../app/Store.ts'
import { followEvents } from '../../relay/followEvents.ts'
import { useIsFirstViewShown } from '../firstView.ts'

/** Debounce (ms): a change is published this long after its first event. */
const debounceMilliseconds = 300

const subscription = graphql`
  subscription OrderEventsSubscription($after: String) {
    orderEvents(after: $after) {
      cursor
      code
    }
  }
`

/** The codes of the orders that have changed. Null: any order may have changed. */
export type ChangedOrders = ReadonlySet<string> | null

/**
 * Follows the events of the customer's orders while somebody listens, and publishes them in batches. The first event
 * carries the cursor only, not the changes between the page's query and now: then any order may have changed.
 */
class OrderEvents {
  readonly #environment: Environment
  readonly #changes = new Emitter<ChangedOrders>()
  #listeners = 0
  #changed = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void) | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Calls back after each batch of changes. Returns the unsubscribe function. */
  subscribe(listener: (changed: ChangedOrders) => void): () => void {
    const unsubscribe = this.#changes.subscribe(listener)
    this.#listeners += 1
    if (this.#listeners === 1) this.#open()
    return () => {
      unsubscribe()
      this.#listeners -= 1
      if (this.#listeners === 0) this.#close()
    }
  }

  #open(): void {
    this.#stop = followEvents<OrderEventsSubscription>(this.#environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ orderEvents }) => orderEvents.cursor,
      onNext: ({ orderEvents: { code } }) => {
        if (typeof code === 'string') this.#take(code)
        else this.#changes.emit(null)
      },
    })
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changed = new Set()
    this.#stop?.()
  }

  #take(code: string): void {
    this.#changed.add(code)
    this.#timer ??= setTimeout(() => {
      const changed = this.#changed
      this.#timer = undefined
      this.#changed = new Set()
      this.#changes.emit(changed)
    }, debounceMilliseconds)
  }
}

const orderEventsOf = perSession(({ environment }) => new OrderEvents(environment))

/** Calls back after each batch of changes of orders, once the first view is shown. */
export function useOrderChange(changed: (orders: ChangedOrders) => void): void {
  const events = orderEventsOf(useSession())
  const isFirstViewShown = useIsFirstViewShown()
  const onChange = useEffectEvent(changed)
  useEffect(
    () => (isFirstViewShown ? events.subscribe((orders) => onChange(orders)) : undefined),
    [events, isFirstViewShown],
  )
}

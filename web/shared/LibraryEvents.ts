import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { graphql, requestSubscription } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { LibraryEventsSubscription } from '../__generated__/LibraryEventsSubscription.graphql.ts'

/** Changes are gathered for this long after the last of them … */
const quietMilliseconds = 400
/** … but told of at the latest after this. */
const patienceMilliseconds = 2_000
const longestRetryMilliseconds = 30_000

const subscription = graphql`
  subscription LibraryEventsSubscription($after: String) {
    libraryEvents(after: $after) {
      cursor
      changedMonths {
        year
        month
      }
    }
  }
`

/**
 * Follows what happens in the library from any device, while somebody listens: goes on after a lost connection from
 * the last event it saw, and gathers what comes quickly. Each month has a revision that rises when its photos change.
 */
export class LibraryEvents {
  readonly #environment: Environment
  readonly #listeners = new Set<() => void>()
  readonly #revisions = new Map<string, number>()
  #everyMonth = 0
  #cursor: string | undefined
  #pending = new Set<string>()
  #pendingSince: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #stop: (() => void) | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Begins to follow. Returns what ends it. */
  start(): () => void {
    this.#connect()
    return () => {
      clearTimeout(this.#timer)
      clearTimeout(this.#retryTimer)
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /** Calls back after each batch of changes. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How often the photos of a month (null and null: those without a date) have changed since the start. */
  revision(year: number | null, month: number | null): number {
    return this.#everyMonth + (this.#revisions.get(keyOf(year, month)) ?? 0)
  }

  /** Tells everybody to look again, for changes that no event may tell of. */
  announce(): void {
    this.#everyMonth += 1
    this.#tell()
  }

  #connect(): void {
    const { dispose } = requestSubscription<LibraryEventsSubscription>(this.#environment, {
      subscription,
      variables: { after: this.#cursor ?? null },
      onNext: (response) => {
        this.#failures = 0
        if (response) this.#take(response.libraryEvents)
      },
      onError: () => this.#reconnect(),
      onCompleted: () => this.#reconnect(),
    })
    this.#stop = dispose
  }

  #reconnect(): void {
    const wait = Math.min(longestRetryMilliseconds, 500 * 2 ** this.#failures)
    this.#failures += 1
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => {
      this.#stop?.()
      this.#connect()
    }, wait)
  }

  #take(event: LibraryEventsSubscription['response']['libraryEvents']): void {
    // The first event says where the stream stands; what happened between the page's queries and then, it does not.
    if (this.#cursor === undefined) this.#tell()
    this.#cursor = event.cursor
    for (const { year, month } of event.changedMonths) this.#pending.add(keyOf(year, month))
    if (this.#pending.size === 0) return
    this.#pendingSince ??= Date.now()
    const patienceLeft = this.#pendingSince + patienceMilliseconds - Date.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#publish(), Math.max(0, Math.min(quietMilliseconds, patienceLeft)))
  }

  #publish(): void {
    for (const key of this.#pending) this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1)
    this.#pending = new Set()
    this.#pendingSince = undefined
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const LibraryEventsContext = createContext<LibraryEvents | null>(null)

/** The library's events. */
export function useLibraryEvents(): LibraryEvents {
  const events = use(LibraryEventsContext)
  if (!events) throw new Error('useLibraryEvents is used outside of LibraryEventsContext')
  return events
}

/** Calls back after each batch of changes in the library. */
export function useLibraryChange(changed: () => void): void {
  const events = useLibraryEvents()
  const onChange = useEffectEvent(changed)
  useEffect(() => events.subscribe(() => onChange()), [events])
}

/** A month's revision: it rises when the photos of the month change. */
export function useMonthRevision(year: number | null, month: number | null): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.revision(year, month))
}

function keyOf(year: number | null | undefined, month: number | null | undefined): string {
  return `${year ?? 0}-${month ?? 0}`
}

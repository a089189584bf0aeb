import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { graphql, requestSubscription } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { LibraryEventsSubscription } from '../__generated__/LibraryEventsSubscription.graphql.ts'

/** Changes are gathered for this long after the last of them … */
const quietMilliseconds = 400
/** … but told of at the latest after this. */
const patienceMilliseconds = 2_000
const longestRetryMilliseconds = 30_000
/** More photos than this are not told of one by one: every month is looked at again instead. */
const mostTold = 2_000

const subscription = graphql`
  subscription LibraryEventsSubscription($after: String) {
    libraryEvents(after: $after) {
      cursor
      addedPhotoIds
      removedPhotoIds
      isTruncated
      changedMonths {
        year
        month
      }
    }
  }
`

type LibraryEvent = LibraryEventsSubscription['response']['libraryEvents']

/** What has changed in the library, as far as is known. */
export interface LibraryChanges {
  readonly addedPhotoIds: readonly string[]
  readonly removedPhotoIds: readonly string[]
  /** Whether more may have changed than these. */
  readonly isMore: boolean
}

/**
 * Follows what happens in the library from any device, while somebody listens: goes on after a lost connection from
 * the last event it saw, and gathers what comes quickly. Each month has a revision that rises when photos come into it; photos that are
 * gone are taken out of Relay's store, so that they leave every view.
 */
export class LibraryEvents {
  readonly #environment: Environment
  readonly #listeners = new Set<(changes: LibraryChanges) => void>()
  readonly #revisions = new Map<string, number>()
  #everyMonth = 0
  #cursor: string | undefined
  #pendingMonths = new Set<string>()
  #added = new Set<string>()
  #removed = new Set<string>()
  #isFlooded = false
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
  readonly subscribe = (listener: (changes: LibraryChanges) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How often photos have come into a month (null and null: those without a date) since the start. */
  revision(year: number | null, month: number | null): number {
    return this.#everyMonth + (this.#revisions.get(keyOf(year, month)) ?? 0)
  }

  /** Tells everybody to look again, for changes that no event may tell of. */
  announce(): void {
    this.#everyMonth += 1
    this.#tell({ addedPhotoIds: [], removedPhotoIds: [], isMore: true })
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

  #take(event: LibraryEvent): void {
    // The first event says where the stream stands; what happened between the page's queries and then, it does not.
    if (this.#cursor === undefined) this.#tell({ addedPhotoIds: [], removedPhotoIds: [], isMore: true })
    this.#cursor = event.cursor
    if (event.changedMonths.length === 0) return
    this.#gather(event)
    this.#pendingSince ??= Date.now()
    const patienceLeft = this.#pendingSince + patienceMilliseconds - Date.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#publish(), Math.max(0, Math.min(quietMilliseconds, patienceLeft)))
  }

  #gather({ addedPhotoIds, removedPhotoIds, changedMonths, isTruncated }: LibraryEvent): void {
    // Where photos only went, those that are left are known: nothing needs to be fetched again.
    const isOnlyLoss = addedPhotoIds.length === 0 && removedPhotoIds.length > 0
    if (!isOnlyLoss) for (const { year, month } of changedMonths) this.#pendingMonths.add(keyOf(year, month))
    const total = this.#added.size + this.#removed.size + addedPhotoIds.length + removedPhotoIds.length
    this.#isFlooded ||= isTruncated || total > mostTold
    if (this.#isFlooded) return
    for (const id of addedPhotoIds) this.#added.add(id)
    for (const id of removedPhotoIds) this.#removed.add(id)
  }

  #publish(): void {
    for (const key of this.#pendingMonths) this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1)
    if (this.#isFlooded) this.#everyMonth += 1
    const changes = { addedPhotoIds: [...this.#added], removedPhotoIds: [...this.#removed], isMore: this.#isFlooded }
    this.#pendingMonths = new Set()
    this.#added = new Set()
    this.#removed = new Set()
    this.#isFlooded = false
    this.#pendingSince = undefined
    this.#environment.commitUpdate((store) => {
      for (const id of changes.removedPhotoIds) store.delete(id)
    })
    this.#tell(changes)
  }

  #tell(changes: LibraryChanges): void {
    for (const listener of this.#listeners) listener(changes)
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
export function useLibraryChange(changed: (changes: LibraryChanges) => void): void {
  const events = useLibraryEvents()
  const onChange = useEffectEvent(changed)
  useEffect(() => events.subscribe((changes) => onChange(changes)), [events])
}

/** Calls back when photos are gone from the library, from whatever device they were deleted. */
export function useRemovedPhotos(removed: (photoIds: readonly string[]) => void): void {
  useLibraryChange(({ removedPhotoIds }) => {
    if (removedPhotoIds.length > 0) removed(removedPhotoIds)
  })
}

/** A month's revision: it rises when photos come into the month. */
export function useMonthRevision(year: number | null, month: number | null): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.revision(year, month))
}

function keyOf(year: number | null | undefined, month: number | null | undefined): string {
  return `${year ?? 0}-${month ?? 0}`
}

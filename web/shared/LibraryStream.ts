import { graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { LibraryStreamSubscription } from '../__generated__/LibraryStreamSubscription.graphql.ts'
import { followEvents } from '../relay/followEvents.ts'
import { type LibraryChanges, type LibraryEvents, libraryKey, monthKey } from './LibraryEvents.ts'

/** Debounce (ms): changes are published this long after the last event. */
const debounceMilliseconds = 400
/** The longest delay (ms): changes are published at the latest this long after the first event. */
const maximumDelay = 2_000
/** With more ids than this, everything is fetched again instead. */
const maximumPublished = 2_000

const subscription = graphql`
  subscription LibraryStreamSubscription($after: String) {
    libraryEvents(after: $after) {
      cursor
      addedPhotoIds
      removedPhotoIds
      changedAlbumIds
      removedAlbumIds
      isTruncated
      isTrashChanged
      endedUploads {
        uploadId
      }
      changedMonths {
        year
        month
      }
    }
  }
`

type LibraryEvent = LibraryStreamSubscription['response']['libraryEvents']

/** The fields of an event that hold ids. */
const kinds = ['addedPhotoIds', 'removedPhotoIds', 'changedAlbumIds', 'removedAlbumIds'] as const

type Gathered = Record<(typeof kinds)[number], Set<string>> & { hasPhotoChanges: boolean; hasTrashChanges: boolean }

/**
 * Follows the library's events from all devices and publishes them in batches. Deleted photos and albums are removed
 * from Relay's store, so they leave every view. The stream opens after the first view (docs/decisions/0301): its first
 * event carries the cursor only, and makes all listeners fetch what happened before.
 */
export class LibraryStream {
  readonly #environment: Environment
  readonly #events: LibraryEvents
  #pendingMonths = new Set<string>()
  #gathered = nothingGathered()
  #isFlooded = false
  #pendingSince: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void) | undefined

  constructor(environment: Environment, events: LibraryEvents) {
    this.#environment = environment
    this.#events = events
  }

  open(): void {
    let hasStarted = false
    this.#stop = followEvents<LibraryStreamSubscription>(this.#environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ libraryEvents }) => libraryEvents.cursor,
      onNext: ({ libraryEvents }) => {
        // The first event carries the cursor only, not the changes between the page's queries and now.
        if (!hasStarted) this.#events.publish()
        if (!hasStarted || libraryEvents.isTruncated || libraryEvents.endedUploads.length > 0) {
          this.#events.publishUploadsEnded()
        }
        hasStarted = true
        this.#take(libraryEvents)
      },
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#stop?.()
  }

  #take(event: LibraryEvent): void {
    if (!hasPhotoChanges(event) && !hasAlbumChanges(event) && !event.isTrashChanged) return
    this.#gather(event)
    this.#pendingSince ??= Date.now()
    const remaining = this.#pendingSince + maximumDelay - Date.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#publish(), Math.max(0, Math.min(debounceMilliseconds, remaining)))
  }

  #gather(event: LibraryEvent): void {
    // If photos were deleted and none were added, the remaining photos are known, so no month needs to be fetched
    // again.
    const isOnlyLoss = event.addedPhotoIds.length === 0 && event.removedPhotoIds.length > 0
    if (!isOnlyLoss) for (const { year, month } of event.changedMonths) this.#pendingMonths.add(monthKey(year, month))
    this.#gathered.hasPhotoChanges ||= hasPhotoChanges(event)
    this.#gathered.hasTrashChanges ||= event.isTrashChanged
    const total = kinds.reduce((sum, kind) => sum + this.#gathered[kind].size + event[kind].length, 0)
    this.#isFlooded ||= event.isTruncated || total > maximumPublished
    if (this.#isFlooded) return
    for (const kind of kinds) for (const id of event[kind]) this.#gathered[kind].add(id)
  }

  #publish(): void {
    const gathered = this.#gathered
    const changes: LibraryChanges = {
      addedPhotoIds: [...gathered.addedPhotoIds],
      removedPhotoIds: [...gathered.removedPhotoIds],
      // Albums that were deleted after their change need not be fetched.
      changedAlbumIds: [...gathered.changedAlbumIds.difference(gathered.removedAlbumIds)],
      removedAlbumIds: [...gathered.removedAlbumIds],
      hasPhotoChanges: gathered.hasPhotoChanges,
      hasAlbumChanges: this.#isFlooded || hasAlbumChanges(gathered),
      hasTrashChanges: this.#isFlooded || gathered.hasTrashChanges,
      hasUnlistedChanges: this.#isFlooded,
    }
    this.#events.raise([...this.#pendingMonths, ...changes.changedAlbumIds])
    if (this.#pendingMonths.size > 0) this.#events.raise([libraryKey])
    if (this.#isFlooded) this.#events.raiseAll()
    this.#pendingMonths = new Set()
    this.#gathered = nothingGathered()
    this.#isFlooded = false
    this.#pendingSince = undefined
    this.#environment.commitUpdate((store) => {
      for (const id of [...changes.removedPhotoIds, ...changes.removedAlbumIds]) store.delete(id)
    })
    this.#events.publish(changes)
  }
}

function nothingGathered(): Gathered {
  return {
    addedPhotoIds: new Set(),
    removedPhotoIds: new Set(),
    changedAlbumIds: new Set(),
    removedAlbumIds: new Set(),
    hasPhotoChanges: false,
    hasTrashChanges: false,
  }
}

/**
 * An event about photos lists their months, even if the photos are not listed. A truncated event without months means
 * that any photo may have changed.
 */
function hasPhotoChanges({ changedMonths, isTruncated }: LibraryEvent): boolean {
  return changedMonths.length > 0 || isTruncated
}

function hasAlbumChanges(event: { [Kind in 'changedAlbumIds' | 'removedAlbumIds']: Iterable<string> }): boolean {
  return [...event.changedAlbumIds, ...event.removedAlbumIds].length > 0
}

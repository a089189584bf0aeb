import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { LibraryEventsSubscription } from '../__generated__/LibraryEventsSubscription.graphql.ts'
import { followEvents } from '../relay/followEvents.ts'

/** Changes are gathered for this long after the last of them … */
const quietMilliseconds = 400
/** … but told of at the latest after this. */
const patienceMilliseconds = 2_000
/** More photos and albums than this are not told of one by one: everything is looked at again instead. */
const mostTold = 2_000

const subscription = graphql`
  subscription LibraryEventsSubscription($after: String) {
    libraryEvents(after: $after) {
      cursor
      addedPhotoIds
      removedPhotoIds
      changedAlbumIds
      removedAlbumIds
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
  /** Albums and shared albums that are new, or of which anything changed. */
  readonly changedAlbumIds: readonly string[]
  readonly removedAlbumIds: readonly string[]
  /** Whether photos of the library changed. */
  readonly isOfPhotos: boolean
  /** Whether albums or shared albums changed. */
  readonly isOfAlbums: boolean
  /** Whether more may have changed than these. */
  readonly isMore: boolean
}

/** Something has changed, and nobody knows what. */
const anything: LibraryChanges = {
  addedPhotoIds: [],
  removedPhotoIds: [],
  changedAlbumIds: [],
  removedAlbumIds: [],
  isOfPhotos: true,
  isOfAlbums: true,
  isMore: true,
}

/** The kinds of things that an event tells of by their ids. */
const kinds = ['addedPhotoIds', 'removedPhotoIds', 'changedAlbumIds', 'removedAlbumIds'] as const

type Gathered = Record<(typeof kinds)[number], Set<string>> & { isOfPhotos: boolean }

/**
 * Follows what happens in the library from any device, and gathers what comes quickly. Each month has a revision that
 * rises when photos come into it, each album one that rises with every change; photos and albums that are gone are taken
 * out of Relay's store, so that they leave every view.
 */
export class LibraryEvents {
  readonly #environment: Environment
  readonly #listeners = new Set<(changes: LibraryChanges) => void>()
  /** Of months by their keys, and of albums by their ids. */
  readonly #revisions = new Map<string, number>()
  #everything = 0
  #pendingMonths = new Set<string>()
  #gathered = nothingGathered()
  #isFlooded = false
  #pendingSince: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Begins to follow. Returns what ends it. */
  start(): () => void {
    let hasBegun = false
    const stop = followEvents<LibraryEventsSubscription>(this.#environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ libraryEvents }) => libraryEvents.cursor,
      onNext: ({ libraryEvents }) => {
        // The first event says where the stream stands; what happened between the page's queries and then, it does not.
        if (!hasBegun) this.#tell(anything)
        hasBegun = true
        this.#take(libraryEvents)
      },
    })
    return () => {
      clearTimeout(this.#timer)
      stop()
    }
  }

  /** Calls back after each batch of changes. Returns what ends that. */
  readonly subscribe = (listener: (changes: LibraryChanges) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How often photos have come into a month (null and null: those without a date) since the start. */
  revision(year: number | null, month: number | null): number {
    return this.#everything + (this.#revisions.get(keyOf(year, month)) ?? 0)
  }

  /** How often an album has changed since the start. */
  albumRevision(albumId: string): number {
    return this.#everything + (this.#revisions.get(albumId) ?? 0)
  }

  /** Tells everybody to look again, for changes that no event may tell of. */
  announce(): void {
    this.#everything += 1
    this.#tell(anything)
  }

  #take(event: LibraryEvent): void {
    if (!isOfPhotos(event) && !isOfAlbums(event)) return
    this.#gather(event)
    this.#pendingSince ??= Date.now()
    const patienceLeft = this.#pendingSince + patienceMilliseconds - Date.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#publish(), Math.max(0, Math.min(quietMilliseconds, patienceLeft)))
  }

  #gather(event: LibraryEvent): void {
    // Where photos only went, those that are left are known: nothing needs to be fetched again.
    const isOnlyLoss = event.addedPhotoIds.length === 0 && event.removedPhotoIds.length > 0
    if (!isOnlyLoss) for (const { year, month } of event.changedMonths) this.#pendingMonths.add(keyOf(year, month))
    this.#gathered.isOfPhotos ||= isOfPhotos(event)
    const total = kinds.reduce((sum, kind) => sum + this.#gathered[kind].size + event[kind].length, 0)
    this.#isFlooded ||= event.isTruncated || total > mostTold
    if (this.#isFlooded) return
    for (const kind of kinds) for (const id of event[kind]) this.#gathered[kind].add(id)
  }

  #publish(): void {
    const gathered = this.#gathered
    const changes: LibraryChanges = {
      addedPhotoIds: [...gathered.addedPhotoIds],
      removedPhotoIds: [...gathered.removedPhotoIds],
      // What has gone since need not be looked at.
      changedAlbumIds: [...gathered.changedAlbumIds.difference(gathered.removedAlbumIds)],
      removedAlbumIds: [...gathered.removedAlbumIds],
      isOfPhotos: gathered.isOfPhotos,
      isOfAlbums: this.#isFlooded || isOfAlbums(gathered),
      isMore: this.#isFlooded,
    }
    for (const key of [...this.#pendingMonths, ...changes.changedAlbumIds]) {
      this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1)
    }
    if (this.#isFlooded) this.#everything += 1
    this.#pendingMonths = new Set()
    this.#gathered = nothingGathered()
    this.#isFlooded = false
    this.#pendingSince = undefined
    this.#environment.commitUpdate((store) => {
      for (const id of [...changes.removedPhotoIds, ...changes.removedAlbumIds]) store.delete(id)
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

/** Calls back after each batch of changes, be they of photos or of albums. */
export function useEveryChange(changed: (changes: LibraryChanges) => void): void {
  const events = useLibraryEvents()
  const onChange = useEffectEvent(changed)
  useEffect(() => events.subscribe((changes) => onChange(changes)), [events])
}

/** Calls back after each batch of changes of the library's photos. */
export function useLibraryChange(changed: (changes: LibraryChanges) => void): void {
  useEveryChange((changes) => {
    if (changes.isOfPhotos) changed(changes)
  })
}

/** Calls back when photos are gone from the library, from whatever device they were deleted. */
export function useRemovedPhotos(removed: (photoIds: readonly string[]) => void): void {
  useEveryChange(({ removedPhotoIds }) => {
    if (removedPhotoIds.length > 0) removed(removedPhotoIds)
  })
}

/** A month's revision: it rises when photos come into the month. */
export function useMonthRevision(year: number | null, month: number | null): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.revision(year, month))
}

/** Calls back after each batch of changes of albums or shared albums. */
export function useAlbumsChange(changed: (changes: LibraryChanges) => void): void {
  useEveryChange((changes) => {
    if (changes.isOfAlbums) changed(changes)
  })
}

/** Calls back when albums or shared albums are gone, whoever deleted them; by their global ids. */
export function useRemovedAlbums(removed: (albumIds: readonly string[]) => void): void {
  useEveryChange(({ removedAlbumIds }) => {
    if (removedAlbumIds.length > 0) removed(removedAlbumIds)
  })
}

/** The revision of an album or a shared album: it rises when its name, photos, members or sharing change. */
export function useAlbumRevision(albumId: string): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.albumRevision(albumId))
}

function nothingGathered(): Gathered {
  return {
    addedPhotoIds: new Set(),
    removedPhotoIds: new Set(),
    changedAlbumIds: new Set(),
    removedAlbumIds: new Set(),
    isOfPhotos: false,
  }
}

function isOfPhotos({ changedMonths, isTruncated }: LibraryEvent): boolean {
  return changedMonths.length > 0 || isTruncated
}

function isOfAlbums(of: { [Kind in 'changedAlbumIds' | 'removedAlbumIds']: Iterable<string> }): boolean {
  return [...of.changedAlbumIds, ...of.removedAlbumIds].length > 0
}

function keyOf(year: number | null | undefined, month: number | null | undefined): string {
  return `${year ?? 0}-${month ?? 0}`
}

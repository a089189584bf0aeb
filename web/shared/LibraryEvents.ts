import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { perSession } from '../app/Session.ts'
import { useSession } from '../app/sessionContext.ts'
import { Emitter } from '../app/Store.ts'

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

/**
 * What happens in the library, for all who show it: they are told of changes, and each month has a revision that rises
 * when photos come into it, each album one that rises with every change. `LibraryStream` brings what other devices do.
 */
export class LibraryEvents {
  readonly #changes = new Emitter<LibraryChanges>()
  /** Of months by their keys, and of albums by their ids. */
  readonly #revisions = new Map<string, number>()
  #everything = 0

  /** Calls back after each batch of changes. Returns what ends that. */
  readonly subscribe = this.#changes.subscribe

  /** How often photos have come into a month (null and null: those without a date) since the start. */
  revision(year: number | null, month: number | null): number {
    return this.#everything + (this.#revisions.get(monthKey(year, month)) ?? 0)
  }

  /** How often an album has changed since the start. */
  albumRevision(albumId: string): number {
    return this.#everything + (this.#revisions.get(albumId) ?? 0)
  }

  /** Tells everybody to look again, for changes that no event may tell of. */
  announce(): void {
    this.raiseAll()
    this.tell()
  }

  /** Raises the revisions of months, by `monthKey`, and of albums, by their ids. */
  raise(keys: Iterable<string>): void {
    for (const key of keys) this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1)
  }

  /** Raises every revision. */
  raiseAll(): void {
    this.#everything += 1
  }

  /** Tells everybody of changes; by default, that anything may have changed. */
  tell(changes: LibraryChanges = anything): void {
    this.#changes.emit(changes)
  }
}

/** What happens in the library, for all of a session. */
export const libraryEventsOf = perSession(() => new LibraryEvents())

/** The library's events. */
export function useLibraryEvents(): LibraryEvents {
  return libraryEventsOf(useSession())
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

/** What the revision of a month is kept by. */
export function monthKey(year: number | null | undefined, month: number | null | undefined): string {
  return `${year ?? 0}-${month ?? 0}`
}

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { perSession } from '../app/Session.ts'
import { useSession } from '../app/sessionContext.ts'
import { Emitter } from '../app/Store.ts'

/** The known changes of the library. */
export interface LibraryChanges {
  readonly addedPhotoIds: readonly string[]
  readonly removedPhotoIds: readonly string[]
  /** New or changed albums and shared albums. */
  readonly changedAlbumIds: readonly string[]
  readonly removedAlbumIds: readonly string[]
  readonly hasPhotoChanges: boolean
  /** Whether albums or shared albums changed. */
  readonly hasAlbumChanges: boolean
  /** Whether photos were moved to the trash, or have left it. */
  readonly hasTrashChanges: boolean
  /** Whether there may be changes that are not listed here. */
  readonly hasUnlistedChanges: boolean
}

/** The changes to publish when anything may have changed. */
const anything: LibraryChanges = {
  addedPhotoIds: [],
  removedPhotoIds: [],
  changedAlbumIds: [],
  removedAlbumIds: [],
  hasPhotoChanges: true,
  hasAlbumChanges: true,
  hasTrashChanges: true,
  hasUnlistedChanges: true,
}

/** The key of the whole library's revision. */
export const libraryKey = 'library'

/**
 * Reports changes of the library to all parts of the page that show it. The library and each month have a revision that
 * increases when photos are added to them; each album has one that increases with every change. `LibraryStream` reports
 * the changes of other devices.
 */
export class LibraryEvents {
  readonly #changes = new Emitter<LibraryChanges>()
  readonly #endedUploads = new Emitter()
  /** Keys: `libraryKey`, `monthKey` of months, ids of albums. */
  readonly #revisions = new Map<string, number>()
  #everything = 0

  /** Calls back after each batch of changes. Returns the unsubscribe function. */
  readonly subscribe = this.#changes.subscribe

  /** Calls back when uploads from any device may have ended. Returns the unsubscribe function. */
  readonly subscribeToUploads = this.#endedUploads.subscribe

  /**
   * The revision of a month: it increases when photos are added to the month, or when anything may have changed. If
   * year and month are null: the revision of the photos without a date.
   */
  revision(year: number | null, month: number | null): number {
    return this.#everything + (this.#revisions.get(monthKey(year, month)) ?? 0)
  }

  /** The revision of the library: it increases when photos are added, or when anything may have changed. */
  libraryRevision(): number {
    return this.#everything + (this.#revisions.get(libraryKey) ?? 0)
  }

  /** The revision of an album: it increases when the album has changed, or when anything may have changed. */
  albumRevision(albumId: string): number {
    return this.#everything + (this.#revisions.get(albumId) ?? 0)
  }

  /** Makes all listeners fetch again, for changes without an event. */
  announce(): void {
    this.raiseAll()
    this.publish()
  }

  /** Increases the revisions of these keys: `libraryKey`, the `monthKey` of a month, or the id of an album. */
  raise(keys: Iterable<string>): void {
    for (const key of keys) this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1)
  }

  /** Increases every revision. */
  raiseAll(): void {
    this.#everything += 1
  }

  /** Calls all listeners with the changes; by default, anything may have changed. */
  publish(changes: LibraryChanges = anything): void {
    this.#changes.emit(changes)
  }

  /** Calls the listeners for uploads. */
  publishUploadsEnded(): void {
    this.#endedUploads.emit()
  }
}

/** The events of the library, one object per session. */
export const libraryEventsOf = perSession(() => new LibraryEvents())

/** The library's events. */
export function useLibraryEvents(): LibraryEvents {
  return libraryEventsOf(useSession())
}

/** Calls back after each batch of changes of photos or albums. */
export function useEveryChange(changed: (changes: LibraryChanges) => void): void {
  const events = useLibraryEvents()
  const onChange = useEffectEvent(changed)
  useEffect(() => events.subscribe((changes) => onChange(changes)), [events])
}

/** Calls back after each batch of changes of the library's photos. */
export function useLibraryChange(changed: (changes: LibraryChanges) => void): void {
  useEveryChange((changes) => {
    if (changes.hasPhotoChanges) changed(changes)
  })
}

/** Calls back when photos were deleted, on any device. */
export function useRemovedPhotos(removed: (photoIds: readonly string[]) => void): void {
  useEveryChange(({ removedPhotoIds }) => {
    if (removedPhotoIds.length > 0) removed(removedPhotoIds)
  })
}

/** A month's revision: it increases when photos are added to the month. */
export function useMonthRevision(year: number | null, month: number | null): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.revision(year, month))
}

/** The library's revision: it increases when photos are added. */
export function useLibraryRevision(): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.libraryRevision())
}

/** Calls back after each batch of changes of albums or shared albums. */
export function useAlbumsChange(changed: (changes: LibraryChanges) => void): void {
  useEveryChange((changes) => {
    if (changes.hasAlbumChanges) changed(changes)
  })
}

/** Calls back after each batch of changes of the trash. */
export function useTrashChange(changed: () => void): void {
  useEveryChange(({ hasTrashChanges }) => {
    if (hasTrashChanges) changed()
  })
}

/** Calls back with the global ids of albums and shared albums that were deleted, on any device. */
export function useRemovedAlbums(removed: (albumIds: readonly string[]) => void): void {
  useEveryChange(({ removedAlbumIds }) => {
    if (removedAlbumIds.length > 0) removed(removedAlbumIds)
  })
}

/** The revision of an album or a shared album: it increases when its name, photos, participants or sharing change. */
export function useAlbumRevision(albumId: string): number {
  const events = useLibraryEvents()
  return useSyncExternalStore(events.subscribe, () => events.albumRevision(albumId))
}

/** The key of a month's revision. */
export function monthKey(year: number | null | undefined, month: number | null | undefined): string {
  return `${year ?? 0}-${month ?? 0}`
}

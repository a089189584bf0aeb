import { useSyncExternalStore } from 'react'
import { perSession } from '../../../../app/Session.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { Store } from '../../../../app/Store.ts'

const none: ReadonlySet<string> = new Set()

/**
 * The photos that are being removed from collections. They are hidden at once, although the collections still have
 * them.
 */
export class HiddenPhotos extends Store {
  readonly #hidden = new Map<string, ReadonlySet<string>>()
  /** The hidden photos whose removal has succeeded. */
  readonly #removed = new Map<string, ReadonlySet<string>>()

  /** The hidden photos of a collection; the same object until they change. */
  of(collectionId: string): ReadonlySet<string> {
    return this.#hidden.get(collectionId) ?? none
  }

  hide(collectionId: string, photoIds: readonly string[]): void {
    this.#forgetRemoval(collectionId, photoIds)
    this.#put(collectionId, this.of(collectionId).union(new Set(photoIds)))
  }

  /** Shows photos again: their removal was undone or has failed, or they were added again. */
  show(collectionId: string, photoIds: readonly string[]): void {
    this.#forgetRemoval(collectionId, photoIds)
    this.#put(collectionId, this.of(collectionId).difference(new Set(photoIds)))
  }

  /** Records that photos were removed. They stay hidden, because the cache may still have them in the collection. */
  settle(collectionId: string, photoIds: readonly string[]): void {
    this.#removed.set(collectionId, this.removedFrom(collectionId).union(new Set(photoIds)))
    this.changed()
  }

  /** The hidden photos whose removal has succeeded; the same object until they change. */
  removedFrom(collectionId: string): ReadonlySet<string> {
    return this.#removed.get(collectionId) ?? none
  }

  #forgetRemoval(collectionId: string, photoIds: readonly string[]): void {
    const removed = this.removedFrom(collectionId)
    const ids = new Set(photoIds)
    if (!removed.isDisjointFrom(ids)) this.#removed.set(collectionId, removed.difference(ids))
  }

  #put(collectionId: string, photoIds: ReadonlySet<string>): void {
    this.#hidden.set(collectionId, photoIds)
    this.changed()
  }
}

/** The hidden photos of a session. */
export const hiddenPhotosOf = perSession(() => new HiddenPhotos())

/** The photos to leave out of a collection. */
export function useHiddenPhotos(collectionId: string): ReadonlySet<string> {
  const hidden = hiddenPhotosOf(useSession())
  return useSyncExternalStore(hidden.subscribe, () => hidden.of(collectionId))
}

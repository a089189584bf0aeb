import { useSyncExternalStore } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'

const none: ReadonlySet<string> = new Set()

/** The photos that are being removed from collections: hidden there at once, although the collections still have them. */
export class HiddenPhotos {
  readonly #hidden = new Map<string, ReadonlySet<string>>()
  /** The hidden photos whose removal has succeeded. */
  readonly #removed = new Map<string, ReadonlySet<string>>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

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
    this.#tell()
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
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const all = new WeakMap<IEnvironment, HiddenPhotos>()

/** The hidden photos of one sign-in. */
export function hiddenPhotos(environment: IEnvironment): HiddenPhotos {
  const hidden = all.get(environment) ?? new HiddenPhotos()
  all.set(environment, hidden)
  return hidden
}

/** The photos to leave out of a collection. */
export function useHiddenPhotos(collectionId: string): ReadonlySet<string> {
  const hidden = hiddenPhotos(useRelayEnvironment())
  return useSyncExternalStore(hidden.subscribe, () => hidden.of(collectionId))
}

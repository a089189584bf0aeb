import { useSyncExternalStore } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'

const none: ReadonlySet<string> = new Set()

/** Photos that are being taken out of albums: not shown in them from the first moment on, although they are still in. */
export class HiddenFromCollections {
  readonly #hidden = new Map<string, ReadonlySet<string>>()
  /** Those of the hidden that are out of their album. */
  readonly #out = new Map<string, ReadonlySet<string>>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Those of one album; the same object until that changes. */
  of(collectionId: string): ReadonlySet<string> {
    return this.#hidden.get(collectionId) ?? none
  }

  hide(collectionId: string, photoIds: readonly string[]): void {
    this.#keepIn(collectionId, photoIds)
    this.#put(collectionId, this.of(collectionId).union(new Set(photoIds)))
  }

  /** They stay in the album, or have come back. */
  show(collectionId: string, photoIds: readonly string[]): void {
    this.#keepIn(collectionId, photoIds)
    this.#put(collectionId, this.of(collectionId).difference(new Set(photoIds)))
  }

  /** They are out of the album, but what is known of it may have them still. */
  settle(collectionId: string, photoIds: readonly string[]): void {
    this.#out.set(collectionId, this.outOf(collectionId).union(new Set(photoIds)))
    this.#tell()
  }

  /** Those of the hidden that are out of the album; the same object until that changes. */
  outOf(collectionId: string): ReadonlySet<string> {
    return this.#out.get(collectionId) ?? none
  }

  #keepIn(collectionId: string, photoIds: readonly string[]): void {
    const out = this.outOf(collectionId)
    if (!out.isDisjointFrom(new Set(photoIds))) this.#out.set(collectionId, out.difference(new Set(photoIds)))
  }

  #put(collectionId: string, photoIds: ReadonlySet<string>): void {
    this.#hidden.set(collectionId, photoIds)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const all = new WeakMap<IEnvironment, HiddenFromCollections>()

/** Those of one sign-in. */
export function hiddenFromCollections(environment: IEnvironment): HiddenFromCollections {
  const hidden = all.get(environment) ?? new HiddenFromCollections()
  all.set(environment, hidden)
  return hidden
}

/** The photos that an album does not show. */
export function useHiddenPhotos(collectionId: string): ReadonlySet<string> {
  const hidden = hiddenFromCollections(useRelayEnvironment())
  return useSyncExternalStore(hidden.subscribe, () => hidden.of(collectionId))
}

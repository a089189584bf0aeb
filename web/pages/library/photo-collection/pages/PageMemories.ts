import { useRelayEnvironment } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import { PageMemory } from './PageMemory.ts'
import type { PageSizes } from './pageSizes.ts'

/** What one sign-in remembers of the pages of all collections: a view that is opened again is as it was left. */
export class PageMemories {
  readonly #memories = new Map<string, PageMemory>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  /** Rises with every change. */
  get version(): number {
    return this.#version
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The memory under a key, created when there is none.
   * @param key the collection's id; with the order of its photos where the id does not imply it
   * @param count how many photos the collection has; used for a new memory only
   */
  of(key: string, count: number, sizes: PageSizes): PageMemory {
    const memory = this.#memories.get(key) ?? new PageMemory(count, this.#tell, sizes)
    this.#memories.set(key, memory)
    return memory
  }

  /** The memory under a key, if there is one. */
  known(key: string): PageMemory | undefined {
    return this.#memories.get(key)
  }

  /** Removes photos that were deleted from the library. */
  remove(photoIds: readonly string[]): void {
    const gone = new Set(photoIds)
    let isChanged = false
    for (const memory of this.#memories.values()) isChanged = memory.remove(gone) || isChanged
    if (isChanged) this.#tell()
  }

  readonly #tell = (): void => {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

const memories = new WeakMap<Environment, PageMemories>()

/** The page memories of this sign-in. */
export function usePageMemories(): PageMemories {
  const environment = useRelayEnvironment()
  const known = memories.get(environment) ?? new PageMemories()
  memories.set(environment, known)
  return known
}

import { useEffect, useSyncExternalStore } from 'react'
import { perSession } from '../../../../app/Session.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { Store } from '../../../../app/Store.ts'
import { PageMemory } from './PageMemory.ts'
import type { PageSizes } from './pageSizes.ts'

/**
 * Holds what a session remembers of the pages of all collections, so that a view that is opened again looks as it did
 * before.
 */
export class PageMemories extends Store {
  readonly #memories = new Map<string, PageMemory>()

  /**
   * The memory under a key, created when there is none.
   * @param key the collection's id, followed by the order of its photos if the id does not imply the order
   * @param count how many photos the collection has; used for a new memory only
   */
  of(key: string, count: number, sizes: PageSizes): PageMemory {
    const memory = this.#memories.get(key) ?? new PageMemory(count, () => this.changed(), sizes)
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
    if (isChanged) this.changed()
  }
}

const pageMemoriesOf = perSession(() => new PageMemories())

export interface PageMemoryOptions {
  readonly sizes: PageSizes
  /** A number that increases when photos may have been added to the collection. */
  readonly revision: number
  /** How many photos the collection has. */
  readonly count: number
}

/** The memory under a key, kept up to date: its pages are stale once the revision or the count has changed. */
export function usePageMemory(key: string, { sizes, revision, count }: PageMemoryOptions): PageMemory {
  const memories = usePageMemories()
  // The memories change in place. A memoized component has to follow them itself.
  useSyncExternalStore(memories.subscribe, () => memories.version)
  const memory = memories.of(key, count, sizes)
  useEffect(() => memory.observe(revision, count), [memory, revision, count])
  return memory
}

/** The page memories of the session. */
export function usePageMemories(): PageMemories {
  return pageMemoriesOf(useSession())
}

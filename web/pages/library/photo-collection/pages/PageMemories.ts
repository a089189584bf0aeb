import type { Environment } from 'relay-runtime'
import { PageMemory } from './PageMemory.ts'
import type { PageSizes } from './pageSizes.ts'

/** What is remembered of all months, by their ids, for one sign-in. */
export class PageMemories {
  readonly #months = new Map<string, PageMemory>()
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

  /** @param count how many photos it has, when nothing is remembered yet */
  month(id: string, count: number, sizes?: PageSizes): PageMemory {
    const month = this.#months.get(id) ?? new PageMemory(count, this.#tell, sizes)
    this.#months.set(id, month)
    return month
  }

  /** What is remembered of a month, if anything. */
  known(id: string): PageMemory | undefined {
    return this.#months.get(id)
  }

  /** Photos are gone from the library. */
  remove(photoIds: readonly string[]): void {
    const gone = new Set(photoIds)
    let isChanged = false
    for (const month of this.#months.values()) isChanged = month.remove(gone) || isChanged
    if (isChanged) this.#tell()
  }

  readonly #tell = (): void => {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

const memories = new WeakMap<Environment, PageMemories>()

/** The memory of one sign-in: coming back finds the months as they were. */
export function timelineMemories(environment: Environment): PageMemories {
  const memory = memories.get(environment) ?? new PageMemories()
  memories.set(environment, memory)
  return memory
}

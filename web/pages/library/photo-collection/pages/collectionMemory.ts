import type { Environment } from 'relay-runtime'
import { type PhotoSort, formatSort } from '../sorting/sortPreference.ts'
import type { PageSizes } from './pageSizes.ts'
import { PageMemories } from './PageMemories.ts'

const wholePages: PageSizes = { first: 500, pressed: 500, automatic: 500, pressesUntilAutomatic: 0 }
const pagesAfterLead: PageSizes = { ...wholePages, first: 499 }

/** The first page is one less where the way in for new photos takes the first place. */
export function collectionPages(hasLead: boolean): PageSizes {
  return hasLead ? pagesAfterLead : wholePages
}

const memories = new WeakMap<Environment, PageMemories>()

/** What one sign-in remembers of its albums: coming back finds their pages as they were. */
export function collectionMemory(environment: Environment): PageMemories {
  const memory = memories.get(environment) ?? new PageMemories()
  memories.set(environment, memory)
  return memory
}

/** In each order an album is remembered apart. */
export function memoryKey(collectionId: string, sort: PhotoSort): string {
  return `${collectionId} ${formatSort(sort)}`
}

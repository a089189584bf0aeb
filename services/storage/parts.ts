import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { RenditionThreads } from './renditionThreads.ts'
import type { HeicDecoder } from './heic/decoder.ts'
import type { MemoryBudget } from './memoryBudget.ts'
import type { StorageTables } from './tables.ts'
import type { UploadBytes } from './uploadBytes.ts'

/** What all parts of this service need. */
export interface Parts {
  readonly platform: Platform
  readonly database: Kysely<StorageTables>
  readonly heic: HeicDecoder
  readonly renditionThreads: RenditionThreads
  /** The memory of all pictures that are decoded at the same time. */
  readonly memory: MemoryBudget
  readonly uploads: UploadBytes
}

export const renditionQueue = 'storage.renditions'
export const blobRemovalQueue = 'storage.blobRemoval'
export const upkeepQueue = 'storage.upkeep'
export const demoQueue = 'storage.demo'

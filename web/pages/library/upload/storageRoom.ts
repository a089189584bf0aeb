import type { StorageUsage } from '../../../shared/storage/storageUsage.ts'
import type { UploadItem } from './uploadTypes.ts'

/**
 * Which files fit into the account's storage space, as far as this page knows. When a file is sent, storage checks
 * again.
 */
export class StorageRoom {
  usage: StorageUsage | null = null
  /**
   * The items whose sizes are not subtracted from the free space, because their transfers had started when storage was
   * asked for `usage`.
   */
  #counted: ReadonlySet<string> = new Set()

  /** @param items the items of the page when storage was asked */
  update(usage: StorageUsage | null, items: Iterable<UploadItem>): void {
    this.usage = usage
    this.#counted = new Set([...items].filter(({ uploadUrl }) => uploadUrl !== null).map(({ id }) => id))
  }

  /**
   * The bytes that are left after the items of this page are stored; infinite without a quota, or while it is unknown.
   */
  left(items: Iterable<UploadItem>): number {
    if (this.usage === null) return Number.POSITIVE_INFINITY
    const wanted = [...items].filter((item) => isWanted(item) && !this.#counted.has(item.id))
    return this.usage.quotaBytes - this.usage.usedBytes - wanted.reduce((sum, { size }) => sum + size, 0)
  }
}

/** Whether the file needs storage space. Duplicates and files that are not sent need none. */
function isWanted({ state }: UploadItem): boolean {
  return state !== 'failed' && state !== 'cancelled' && state !== 'duplicate'
}

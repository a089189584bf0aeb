import { storeProgress } from './states.ts'
import type { Parts } from './parts.ts'

const pauseMilliseconds = 500
/**
 * The smallest step that is stored, as a fraction of the export, so that a large export does not write a row every half
 * second.
 */
const minimumStep = 0.001

/** The progress of an export while one of its files is made. */
export interface Progress {
  /**
   * @param share the finished share of the export, 0 to 1
   */
  reached(share: number): void
  /** Resolves once all progress is written. */
  end(): Promise<void>
}

/** Stores the progress of an export, at most twice a second. The writing of the file never waits for the database. */
export function createProgress({ platform, database }: Parts, backupId: string): Progress {
  let stored = 0
  let next = performance.now() + pauseMilliseconds
  let storing: Promise<void> | undefined
  return {
    reached(share) {
      if (storing || share < stored + minimumStep || performance.now() < next) return
      stored = share
      next = performance.now() + pauseMilliseconds
      storing = database
        .transaction()
        .execute(async (change) => storeProgress(platform, change, backupId, share))
        .catch((error: unknown) => platform.log.warn({ err: error, backupId }, 'progress could not be stored'))
        .finally(() => {
          storing = undefined
        })
    },
    async end() {
      await storing
    },
  }
}

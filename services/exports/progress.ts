import { keepProgress } from './states.ts'
import type { Parts } from './parts.ts'

const pauseMilliseconds = 500
/** Of all: a large export does not write a line for each half second. */
const leastStep = 0.001

/** How far an export has come, while a file of it is made. */
export interface Progress {
  /** @param share of all photos, 0 to 1 */
  reached(share: number): void
  /** Resolves when nothing is being written any more. */
  end(): Promise<void>
}

/** Keeps the progress of an export twice a second at the most; making it never waits for that. */
export function createProgress({ platform, database }: Parts, backupId: string): Progress {
  let kept = 0
  let next = performance.now() + pauseMilliseconds
  let keeping: Promise<void> | undefined
  return {
    reached(share) {
      if (keeping || share < kept + leastStep || performance.now() < next) return
      kept = share
      next = performance.now() + pauseMilliseconds
      keeping = database
        .transaction()
        .execute(async (change) => keepProgress(platform, change, backupId, share))
        .catch((error: unknown) => platform.log.warn({ err: error, backupId }, 'progress could not be kept'))
        .finally(() => {
          keeping = undefined
        })
    },
    async end() {
      await keeping
    },
  }
}

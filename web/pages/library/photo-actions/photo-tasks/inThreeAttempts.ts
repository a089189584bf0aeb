import { jitter } from '../../../../app/backoff.ts'

/** The service's limit of photos per call. */
export const chunkSize = 500
/** The delays before the second and the third attempt, in ms. */
const delays = [1_000, 4_000]
/**
 * The largest number of characters of the ids in a `keepalive` request, including the commas between the ids. Browsers
 * refuse requests of more than 64 KiB. The remaining characters are for the quotes around the ids and for the rest of
 * the request.
 */
const maxKeepaliveLength = 60_000

/** The result of a chunk. */
export interface ChunkResult {
  /** The photos that still fail after the last attempt. */
  readonly failed: readonly string[]
  /** True if the service refused these photos; false if it did not respond. */
  readonly isRefused: boolean
}

/**
 * Makes up to three attempts for up to 500 photos. Each attempt sends the photos that are left. Waiting while offline
 * does not count as an attempt.
 * @param attempt resolves with the photos that can be retried; with null if the service did not respond
 */
export async function inThreeAttempts(
  photoIds: readonly string[],
  attempt: (photoIds: readonly string[]) => Promise<readonly string[] | null>,
): Promise<ChunkResult> {
  let failed = photoIds
  let isRefused = false
  for (const pause of [...delays, null]) {
    if (!navigator.onLine) await backOnline()
    const answer = await attempt(failed)
    isRefused = answer !== null
    failed = answer ?? failed
    if (failed.length === 0) break
    if (pause !== null) await new Promise((resolve) => setTimeout(resolve, jitter(pause)))
  }
  return { failed, isRefused }
}

/** Whether an action for this many photos takes long enough to show its progress. */
export function needsProgress(amount: number): boolean {
  return amount > chunkSize
}

/** Whether a call about these photos can outlive its page. */
export function canOutliveThePage(photoIds: readonly string[]): boolean {
  return photoIds.join().length < maxKeepaliveLength
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
  })
}

import { jitter } from '../../../../app/backoff.ts'

/** Photos per call: what the service takes. */
export const chunkSize = 500
/** Before the second attempt and before the third, in milliseconds. */
const pauses = [1_000, 4_000]
/** Browsers refuse requests that are to outlive their page and are longer than 64 KiB; commas and quotes come along. */
const mostKeptAlive = 60_000

/** What became of a chunk. */
export interface ChunkResult {
  /** Photos for which it is not done after the last attempt. */
  readonly failed: readonly string[]
  /** Whether the service named them, rather than not answering. */
  readonly isRefused: boolean
}

/**
 * Does something for up to 500 photos, in three attempts; each is for those that are left. While offline it waits,
 * which is no attempt.
 * @param attempt resolves with those that can be tried again; null: the service did not answer
 */
export async function inThreeAttempts(
  photoIds: readonly string[],
  attempt: (photoIds: readonly string[]) => Promise<readonly string[] | null>,
): Promise<ChunkResult> {
  let failed = photoIds
  let isRefused = false
  for (const pause of [...pauses, null]) {
    if (!navigator.onLine) await backOnline()
    const answer = await attempt(failed)
    isRefused = answer !== null
    failed = answer ?? failed
    if (failed.length === 0) break
    if (pause !== null) await new Promise((resolve) => setTimeout(resolve, jitter(pause)))
  }
  return { failed, isRefused }
}

/** Whether something takes so long for so many photos that one is told how far it is. */
export function isLong(amount: number): boolean {
  return amount > chunkSize
}

/** Whether a call about these photos can outlive its page. */
export function canOutliveThePage(photoIds: readonly string[]): boolean {
  return photoIds.join().length < mostKeptAlive
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
  })
}

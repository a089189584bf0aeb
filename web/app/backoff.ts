/** Makes a delay up to a quarter longer at random, so that clients that failed together do not retry together. */
export function jitter(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 4)
}

/**
 * The delay (ms) before a retry: it doubles with each failure.
 * @param failures the number of failures in a row, at least 1
 * @param first the delay after the first failure, in ms
 */
export function backoffDelay(failures: number, first: number, longest = Number.POSITIVE_INFINITY): number {
  return jitter(Math.min(longest, first * 2 ** (failures - 1)))
}

export interface RetryOptions {
  /** The delay (ms) after the first failure. It doubles with each further failure, up to a minute. */
  readonly first?: number
  /** The number of retries that start after a delay. Further retries wait until the network is back. */
  readonly times?: number
}

const longestDelay = 60_000

/**
 * Calls `retry` once: after a delay, or as soon as the network is back.
 * @param retries the number of retries before this one
 * @returns a function that cancels the retry
 */
export function retryLater(
  retries: number,
  retry: () => void,
  { first = 4_000, times = Number.POSITIVE_INFINITY }: RetryOptions = {},
): () => void {
  const cancel = () => {
    clearTimeout(timer)
    removeEventListener('online', run)
  }
  const run = () => {
    cancel()
    retry()
  }
  const timer = retries < times ? setTimeout(run, backoffDelay(retries + 1, first, longestDelay)) : undefined
  addEventListener('online', run)
  return cancel
}

/** Retries after this delay (ms), then after twice as long, and so on … */
const firstDelay = 4_000
/** … this many times, then only when the network is back: a service that restarts answers again by then. */
const maximumRetries = 4

/** Makes a delay up to a quarter longer at random, so that clients that failed together do not retry together. */
export function jitter(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 4)
}

/**
 * The delay (ms) before a retry: it doubles with each failure.
 * @param failures the failures in a row, from 1
 * @param first the delay after the first one, in ms
 */
export function backoffDelay(failures: number, first: number, longest = Number.POSITIVE_INFINITY): number {
  return jitter(Math.min(longest, first * 2 ** (failures - 1)))
}

/**
 * Calls `retry` once: after a delay, or as soon as the network is back.
 * @param retries how often it was retried before
 * @returns cancels it
 */
export function retryLater(retries: number, retry: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer)
    removeEventListener('online', run)
  }
  const run = () => {
    cancel()
    retry()
  }
  const timer = retries < maximumRetries ? setTimeout(run, backoffDelay(retries + 1, firstDelay)) : undefined
  addEventListener('online', run)
  return cancel
}

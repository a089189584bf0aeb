/** What failed is tried again after this long, then after twice as long, and so on … */
const firstPauseMilliseconds = 4_000
/** … so many times, then only when the network is back: a part of the product that restarts is back by then. */
const mostRetries = 4

/**
 * Calls back, once, when it is worth to try again what failed: the network is back, or some time has passed.
 * @param retries how often it was tried again before
 * @returns what ends the wait
 */
export function tryAgain(retries: number, again: () => void): () => void {
  const end = () => {
    clearTimeout(timer)
    removeEventListener('online', begin)
  }
  const begin = () => {
    end()
    again()
  }
  // What failed together does not all come back at the same moment.
  const pause = firstPauseMilliseconds * 2 ** retries * (1 + Math.random() / 4)
  const timer = retries < mostRetries ? setTimeout(begin, pause) : undefined
  addEventListener('online', begin)
  return end
}

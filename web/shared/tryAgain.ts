/** What did not come is asked for again after this long, then after twice as long, and so on … */
const firstPauseMilliseconds = 4_000
/** … so many times; then only when the network is back. */
const mostRetries = 4

/** Calls back, once, when it is worth to try again what failed: the network is back, or some time has passed. */
export function tryAgain(failures: number, again: () => void): void {
  const begin = () => {
    clearTimeout(timer)
    removeEventListener('online', begin)
    again()
  }
  // What failed together does not all come back at the same moment.
  const pause = firstPauseMilliseconds * 2 ** failures * (1 + Math.random() / 4)
  const timer = failures < mostRetries ? setTimeout(begin, pause) : undefined
  addEventListener('online', begin)
}

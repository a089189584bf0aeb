import { stillMilliseconds, timeSinceScroll } from './scrolling.ts'

/**
 * Calls back when the window begins to scroll, and when it has stopped for `milliseconds`. Returns the unsubscribe
 * function. Only the first scroll event sets a timer: the others are many, and frames must stay short.
 */
export function followScrolling(callBack: (isMoving: boolean) => void, milliseconds = stillMilliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    const left = milliseconds - timeSinceScroll()
    timer = left > 0 ? setTimeout(check, left) : undefined
    if (timer === undefined) callBack(false)
  }
  const move = () => {
    if (timer !== undefined) return
    timer = setTimeout(check, milliseconds)
    callBack(true)
  }
  addEventListener('scroll', move, { passive: true })
  return () => {
    removeEventListener('scroll', move)
    clearTimeout(timer)
  }
}

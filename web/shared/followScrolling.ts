let movedAt = Number.NEGATIVE_INFINITY
/** The scrolling has ended after this long (ms) without a scroll event. */
const stillMilliseconds = 150

addEventListener('scroll', () => (movedAt = performance.now()), { passive: true })

/** Whether the window is scrolling. */
export function isScrolling(): boolean {
  return performance.now() - movedAt < stillMilliseconds
}

/**
 * Calls back when the window begins to scroll, and when it has stopped for `milliseconds`. Returns the unsubscribe
 * function. Only the first scroll event sets a timer: the others are many, and frames must stay short.
 */
export function followScrolling(callBack: (isMoving: boolean) => void, milliseconds = stillMilliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    const left = movedAt + milliseconds - performance.now()
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

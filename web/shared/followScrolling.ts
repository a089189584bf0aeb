let movedAt = Number.NEGATIVE_INFINITY
/** Whoever scrolls moves the window again within this time, or has come to stand. */
const stillMilliseconds = 150

addEventListener('scroll', () => (movedAt = performance.now()), { passive: true })

/** Whether the window moves. */
export function isScrolling(): boolean {
  return performance.now() - movedAt < stillMilliseconds
}

/**
 * Tells when the window begins to scroll, and when it has stood still for so long. Returns what ends that.
 * A scroll sets no timer: there are many of them in moments that have no time to lose.
 */
export function followScrolling(tell: (isMoving: boolean) => void, milliseconds = stillMilliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const left = movedAt + milliseconds - performance.now()
    timer = left > 0 ? setTimeout(look, left) : undefined
    if (timer === undefined) tell(false)
  }
  const move = () => {
    if (timer !== undefined) return
    timer = setTimeout(look, milliseconds)
    tell(true)
  }
  addEventListener('scroll', move, { passive: true })
  return () => {
    removeEventListener('scroll', move)
    clearTimeout(timer)
  }
}

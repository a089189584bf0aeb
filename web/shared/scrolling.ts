let movedAt = Number.NEGATIVE_INFINITY
/** The scrolling has ended after this long (ms) without a scroll event. */
export const stillMilliseconds = 150

addEventListener('scroll', () => (movedAt = performance.now()), { passive: true })

/** The time (ms) since the window was last scrolled. */
export function timeSinceScroll(): number {
  return performance.now() - movedAt
}

/** Whether the window is scrolling. */
export function isScrolling(): boolean {
  return timeSinceScroll() < stillMilliseconds
}

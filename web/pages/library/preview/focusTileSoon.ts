const patienceMilliseconds = 3_000

/**
 * Puts focus on the tile of a photo as soon as the page has it, so that the keyboard goes on where it was.
 * Gives up after three seconds, or when focus was put somewhere else meanwhile.
 */
export function focusTileSoon(photoId: string): void {
  const selector = `[data-photo="${CSS.escape(photoId)}"]`
  const until = performance.now() + patienceMilliseconds
  const leaving = document.activeElement
  const look = () => {
    const active = document.activeElement
    const isFree = active === null || active === leaving || active === document.body || active.id === 'main'
    if (!isFree || performance.now() > until) return
    const tile = document.querySelector<HTMLElement>(selector)
    tile?.focus({ preventScroll: true })
    // It may not be there yet, or not be visible.
    if (tile === null || document.activeElement !== tile) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

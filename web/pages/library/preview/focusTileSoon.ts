const patienceMilliseconds = 3_000

/**
 * Puts focus on the tile of a photo as soon as the page has it, so that the keyboard goes on where it was.
 * Gives up after three seconds, or when focus was put somewhere else meanwhile.
 * @param look is told of the tile, out of view or not there yet, and how long it was waited for, in milliseconds
 */
export function focusTileSoon(photoId: string, look?: (tile: HTMLElement | null, waited: number) => void): void {
  const selector = `[data-photo="${CSS.escape(photoId)}"]`
  const begin = performance.now()
  const leaving = document.activeElement
  const again = () => {
    const active = document.activeElement
    const isFree = active === null || active === leaving || active === document.body || active.id === 'main'
    const waited = performance.now() - begin
    if (!isFree || waited > patienceMilliseconds) return
    const tile = document.querySelector<HTMLElement>(selector)
    look?.(tile, waited)
    tile?.focus({ preventScroll: true })
    // It may not be there yet, or not be visible.
    if (tile === null || document.activeElement !== tile) requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

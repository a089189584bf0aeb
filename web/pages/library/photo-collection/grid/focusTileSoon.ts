/** Timeout in ms; long enough for a tile that has to be loaded over a slow network. */
const timeoutMilliseconds = 10_000
/**
 * How long (ms) to refocus after success: while the page is being drawn, a new tile of the photo may replace the
 * focused one.
 */
const watchMilliseconds = 1_000

/** Ends the latest wait when the function is called again. */
let latest = new AbortController()

/**
 * Focuses the tile of a photo as soon as it is in the document. Gives up after ten seconds, when focus has moved
 * elsewhere, or when the wheel is turned: the page must not scroll away from what the customer is looking at.
 * @param onFrame called in each frame until the tile has focus. `tile` is null while the tile is not in the document;
 *   `waited` is the time (ms) since `focusTileSoon` was called
 * @param left an element that is about to leave the page: focus within it does not count as moved elsewhere
 */
export function focusTileSoon(
  photoId: string,
  onFrame?: (tile: HTMLElement | null, waited: number) => void,
  left: HTMLElement | null = null,
): void {
  const selector = `[data-photo="${CSS.escape(photoId)}"]`
  const begin = performance.now()
  const leaving = document.activeElement
  let end = begin + timeoutMilliseconds
  let isFound = false
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  const giveUp = () => latest.abort()
  addEventListener('wheel', giveUp, { signal, passive: true })
  const again = () => {
    if (signal.aborted) return
    const tile = document.querySelector<HTMLElement>(selector)
    const now = performance.now()
    if (now > end || !(isFree(leaving, tile) || left?.contains(document.activeElement))) return giveUp()
    if (!isFound) onFrame?.(tile, now - begin)
    if (tile !== document.activeElement) tile?.focus({ preventScroll: true })
    // Focus fails while the tile is not visible.
    if (!isFound && tile !== null && document.activeElement === tile) {
      isFound = true
      end = now + watchMilliseconds
    }
    requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

/** Whether the tile may take focus, because focus has not moved elsewhere. */
function isFree(leaving: Element | null, tile: Element | null): boolean {
  const active = document.activeElement
  return active === null || active === leaving || active === tile || active === document.body || active.id === 'main'
}

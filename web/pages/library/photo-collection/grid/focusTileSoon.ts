/** A slow network takes its time to bring the tile. */
const patienceMilliseconds = 10_000
/** A page that is still being drawn may exchange the tile for another of the same photo. */
const watchMilliseconds = 1_000

/** The wait for the tile that was asked for last: it alone is waited for. */
let latest = new AbortController()

/**
 * Puts focus on the tile of a photo as soon as the page has it, so that the keyboard goes on where it was.
 * Gives up after ten seconds, when focus was put somewhere else meanwhile, or when somebody turns the wheel: who looks
 * elsewhere is not to be taken back.
 * @param look is told of the tile, out of view or not there yet, and how long it was waited for, in milliseconds
 * @param left what is about to go from the page: focus that moves within it was put nowhere yet
 */
export function focusTileSoon(
  photoId: string,
  look?: (tile: HTMLElement | null, waited: number) => void,
  left: HTMLElement | null = null,
): void {
  const selector = `[data-photo="${CSS.escape(photoId)}"]`
  const begin = performance.now()
  const leaving = document.activeElement
  let end = begin + patienceMilliseconds
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
    if (!isFound) look?.(tile, now - begin)
    if (tile !== document.activeElement) tile?.focus({ preventScroll: true })
    // It may not be there yet, or not be visible.
    if (!isFound && tile !== null && document.activeElement === tile) {
      isFound = true
      end = now + watchMilliseconds
    }
    requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

/** Whether nobody has put focus anywhere else since. */
function isFree(leaving: Element | null, tile: Element | null): boolean {
  const active = document.activeElement
  return active === null || active === leaving || active === tile || active === document.body || active.id === 'main'
}

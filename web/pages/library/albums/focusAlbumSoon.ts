/** A dialog takes its time to go. */
const patienceMilliseconds = 3_000
/** For so many frames it may yet give the focus back to what opened it. */
const lastFrames = 5

/**
 * Puts focus on the first of these albums that is listed, else on the way to a new one, once a dialog has gone and left
 * the focus nowhere: what opened it has gone as well.
 */
export function focusAlbumSoon(albumIds: readonly string[]): void {
  const end = performance.now() + patienceMilliseconds
  let framesNowhere = 0
  const again = () => {
    const active = document.activeElement
    const isNowhere = active === null || active === document.body
    if (isNowhere) framesNowhere += 1
    if (framesNowhere > lastFrames) findAlbum(albumIds)?.focus()
    else if ((isNowhere || isInDialog(active)) && performance.now() < end) requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

function isInDialog(element: Element): boolean {
  return element.closest('[role=dialog], [role=alertdialog]') !== null
}

function findAlbum(albumIds: readonly string[]): HTMLElement | null {
  const selectors = [...albumIds.map((id) => `[data-album="${CSS.escape(id)}"]`), '[data-new-album]']
  return selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found) ?? null
}

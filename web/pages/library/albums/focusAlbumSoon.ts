/** A dialog takes its time to go. */
const patienceMilliseconds = 3_000

/**
 * Puts focus on the first of these albums that is listed, else on the way to a new one, once a dialog has gone and left
 * the focus nowhere: what opened it may have gone as well.
 */
export function focusAlbumSoon(albumIds: readonly string[]): void {
  const end = performance.now() + patienceMilliseconds
  const again = () => {
    const active = document.activeElement
    if (active === null || active === document.body) findAlbum(albumIds)?.focus()
    else if (active.closest('[role=dialog], [role=alertdialog]') && performance.now() < end)
      requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

function findAlbum(albumIds: readonly string[]): HTMLElement | null {
  const selectors = [...albumIds.map((id) => `[data-album="${CSS.escape(id)}"]`), '[data-new-album]']
  return selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found) ?? null
}

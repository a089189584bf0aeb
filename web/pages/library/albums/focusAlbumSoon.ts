/** How long (ms) to wait for the dialog to close. */
const timeoutMilliseconds = 3_000
/** For this many frames, the dialog may still return the focus to the element that opened it. */
const lastFrames = 5

/**
 * Sets the focus after a dialog has closed and the element that opened it is no longer there: to the menu of the album,
 * otherwise to the first of `neighbours` that is listed, otherwise to the button that creates an album.
 */
export function focusAlbumSoon(albumId: string | null, neighbours: readonly string[]): void {
  const end = performance.now() + timeoutMilliseconds
  let framesNowhere = 0
  const again = () => {
    const active = document.activeElement
    // The dialog itself moves a lost focus to the content of the page.
    const isNowhere = active === null || active === document.body || active.id === 'main'
    if (isNowhere) framesNowhere += 1
    if (framesNowhere > lastFrames) findAlbum(albumId, neighbours)?.focus()
    else if ((isNowhere || isInDialog(active)) && performance.now() < end) requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

function isInDialog(element: Element): boolean {
  return element.closest('[role=dialog], [role=alertdialog]') !== null
}

function findAlbum(albumId: string | null, neighbours: readonly string[]): HTMLElement | null {
  const menus = albumId === null ? [] : [`${linkOf(albumId)} + * button`]
  const selectors = [...menus, ...neighbours.map((id) => linkOf(id)), '[data-new-album]']
  return selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found) ?? null
}

function linkOf(albumId: string): string {
  return `[data-album="${CSS.escape(albumId)}"]`
}

/** A dialog takes its time to go. */
const patienceMilliseconds = 3_000
/** For so many frames it may yet give the focus back to what opened it. */
const lastFrames = 5

/**
 * Once a dialog has gone and left the focus nowhere, since what opened it was drawn anew or is gone: puts it on the menu of
 * that album, else on the first of these that is listed, else on the way to a new one.
 */
export function focusAlbumSoon(albumId: string | null, besides: readonly string[]): void {
  const end = performance.now() + patienceMilliseconds
  let framesNowhere = 0
  const again = () => {
    const active = document.activeElement
    const isNowhere = active === null || active === document.body
    if (isNowhere) framesNowhere += 1
    if (framesNowhere > lastFrames) findAlbum(albumId, besides)?.focus()
    else if ((isNowhere || isInDialog(active)) && performance.now() < end) requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

function isInDialog(element: Element): boolean {
  return element.closest('[role=dialog], [role=alertdialog]') !== null
}

function findAlbum(albumId: string | null, besides: readonly string[]): HTMLElement | null {
  const menus = albumId === null ? [] : [`${linkOf(albumId)} + * button`]
  const selectors = [...menus, ...besides.map((id) => linkOf(id)), '[data-new-album]']
  return selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found) ?? null
}

function linkOf(albumId: string): string {
  return `[data-album="${CSS.escape(albumId)}"]`
}

import { focusAfterDialog } from '../../../shared/focusAfterDialog.ts'

/**
 * Sets the focus after a dialog has closed and the element that opened it is no longer there: to the menu of the album,
 * otherwise to the first of `neighbours` that is listed, otherwise to the button that creates an album.
 */
export function focusAlbumSoon(albumId: string | null, neighbours: readonly string[]): void {
  focusAfterDialog(() => findAlbum(albumId, neighbours))
}

function findAlbum(albumId: string | null, neighbours: readonly string[]): HTMLElement | null {
  const menus = albumId === null ? [] : [`${linkOf(albumId)} + * button`]
  const selectors = [...menus, ...neighbours.map((id) => linkOf(id)), '[data-new-album]']
  return selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found) ?? null
}

function linkOf(albumId: string): string {
  return `[data-album="${CSS.escape(albumId)}"]`
}

import { focusTileSoon } from '../../photo-collection/grid/focusTileSoon.ts'

/**
 * Focuses the tile after the removed photos, or else the tile before them, so that keyboard users continue from there.
 */
export function focusNeighbourTile(leaving: Pick<ReadonlySet<string>, 'has'>): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-photo]')].map(({ dataset }) => dataset['photo'] ?? '')
  const isLeaving = (id: string) => leaving.has(id)
  const last = shown.findLastIndex(isLeaving)
  const neighbour = shown.slice(last + 1)[0] ?? shown.slice(0, last + 1).findLast((id) => !isLeaving(id))
  if (neighbour !== undefined) focusTileSoon(neighbour)
}

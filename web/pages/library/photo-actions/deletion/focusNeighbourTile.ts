import { focusTileSoon } from '../../photo-collection/grid/focusTileSoon.ts'

/** Puts focus on the tile after the photos that are going, or before them, so that the keyboard goes on from there. */
export function focusNeighbourTile(leaving: Pick<ReadonlySet<string>, 'has'>): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-photo]')].map(({ dataset }) => dataset['photo'] ?? '')
  const isLeaving = (id: string) => leaving.has(id)
  const last = shown.findLastIndex(isLeaving)
  const neighbour = shown.slice(last + 1)[0] ?? shown.slice(0, last + 1).findLast((id) => !isLeaving(id))
  if (neighbour !== undefined) focusTileSoon(neighbour)
}

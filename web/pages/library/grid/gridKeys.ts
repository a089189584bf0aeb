import type { GridLayout, GridRow } from './justifiedLayout.ts'

/**
 * Moves focus from the photo at `active` as the key asks, also into the grids before and after this one.
 * Returns whether the key meant anything here.
 */
export function moveInGrid(grid: HTMLElement, layout: GridLayout, active: number, key: string): boolean {
  const target = targetIndex(layout, active, key)
  if (target === null) return false
  const tile = grid.querySelector<HTMLElement>(`[data-index="${target}"]`)
  if (tile) {
    focusTile(tile)
    return true
  }
  const grids = [...document.querySelectorAll<HTMLElement>('[data-photo-grid]')]
  const neighbour = grids[grids.indexOf(grid) + (target < active ? -1 : 1)]
  const tiles = neighbour?.querySelectorAll<HTMLElement>('[data-index]')
  const next = target < active ? tiles?.[tiles.length - 1] : tiles?.[0]
  if (next) focusTile(next)
  return true
}

/** The index that a key leads to; -1 and beyond the last mean the neighbouring grids. Null for any other key. */
export function targetIndex({ rows }: GridLayout, active: number, key: string): number | null {
  const last = rows.at(-1)
  const count = last ? last.first + last.tiles.length : 0
  const rowIndex = rows.findIndex((row) => active >= row.first && active < row.first + row.tiles.length)
  switch (key) {
    case 'ArrowLeft':
      return active - 1
    case 'ArrowRight':
      return active + 1
    case 'ArrowUp':
      return indexBelow(rows, rowIndex, rowIndex - 1, active) ?? -1
    case 'ArrowDown':
      return indexBelow(rows, rowIndex, rowIndex + 1, active) ?? count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The photo of another row whose middle is closest to that of the active one. */
function indexBelow(rows: readonly GridRow[], fromRow: number, toRow: number, active: number): number | null {
  const from = rows[fromRow]
  const to = rows[toRow]
  const tile = from?.tiles[active - from.first]
  if (!tile || !to) return null
  const middle = tile.left + tile.width / 2
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, { left, width }] of to.tiles.entries()) {
    const distance = Math.abs(left + width / 2 - middle)
    if (distance < bestDistance) {
      best = index
      bestDistance = distance
    }
  }
  return to.first + best
}

function focusTile(tile: HTMLElement): void {
  tile.focus({ preventScroll: true })
  tile.scrollIntoView({ block: 'nearest' })
}

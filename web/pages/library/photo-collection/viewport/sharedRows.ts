import { type GridMetrics, usualRatio } from '../grid/justifiedLayout.ts'

/** The least width of a collection beside others, in pixels at the usual text size: its title needs this width. */
const leastWidth = 160
/** The space between collections in a row, in pixels. */
export const columnGap = 16

/** The place of a collection that shares its row with others. */
export interface CollectionFrame {
  /** The distance in pixels from the start of the row. */
  readonly left: number
  readonly metrics: GridMetrics
}

/**
 * Places adjacent collections with few photos in one row. A row has as many columns as photos of the usual shape fit
 * into it, and a collection gets as many columns as it has photos. This depends only on the width and on the numbers of
 * photos.
 * @param counts how many photos each collection has; a collection without photos takes no space
 * @returns for each collection its place; null where it has the whole width, because no neighbour fits beside it
 */
export function shareRows(counts: readonly number[], metrics: GridMetrics): readonly (CollectionFrame | null)[] {
  const frames: (CollectionFrame | null)[] = counts.map(() => null)
  const { columns, columnWidth } = columnsOf(metrics)
  let row: number[] = []
  let used = 0
  const close = () => {
    const isShared = row.length > 1
    let column = 0
    for (const index of row) {
      const count = counts[index] ?? 0
      if (isShared) frames[index] = { left: column * (columnWidth + columnGap), metrics: metricsFor(count, metrics) }
      column += count
    }
    row = []
    used = 0
  }
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue
    if (used + count > columns) close()
    row.push(index)
    used += count
  }
  close()
  return frames
}

const sharedMetrics = new WeakMap<GridMetrics, Map<number, GridMetrics>>()

/** The dimensions of a collection in a shared row; the same object each time, so that React does not draw it again. */
function metricsFor(count: number, metrics: GridMetrics): GridMetrics {
  const known = sharedMetrics.get(metrics) ?? new Map<number, GridMetrics>()
  sharedMetrics.set(metrics, known)
  const { columnWidth } = columnsOf(metrics)
  const height = Math.round(columnWidth / usualRatio)
  const width = count * columnWidth + (count - 1) * columnGap
  const own = known.get(count) ?? { ...metrics, width, height, rowHeight: height }
  known.set(count, own)
  return own
}

/** How many columns a row has, and their width in pixels. */
function columnsOf({ width, rowHeight, textScale = 1 }: GridMetrics): { columns: number; columnWidth: number } {
  const maximumColumns = Math.floor((width + columnGap) / (leastWidth * textScale + columnGap))
  const columns = Math.max(1, Math.min(maximumColumns, Math.round(width / (rowHeight * usualRatio))))
  return { columns, columnWidth: Math.floor((width - columnGap * (columns - 1)) / columns) }
}

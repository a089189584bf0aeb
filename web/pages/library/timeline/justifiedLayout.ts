/** How a grid is drawn, in pixels. */
export interface GridMetrics {
  readonly width: number
  /** What a row's height should be close to. */
  readonly rowHeight: number
  readonly gap: number
}

export interface GridRow {
  readonly top: number
  readonly height: number
  /** Index of the row's first photo. */
  readonly first: number
  readonly tiles: readonly { readonly left: number; readonly width: number }[]
}

export interface GridLayout {
  readonly rows: readonly GridRow[]
  readonly height: number
}

/** Width by height of a photo that is not known yet: most are landscape, some are not. */
export const usualRatio = 1.35
const narrowest = 0.5
const widest = 2.4
/** A last row may grow by so much to fill the width; else it stays ragged. */
const mostStretched = 1.35

/** The ratio to lay a photo out with; extreme panoramas are cropped by their frame. */
export function ratioOf(width: number | null | undefined, height: number | null | undefined): number {
  if (!width || !height) return usualRatio
  return Math.min(widest, Math.max(narrowest, width / height))
}

/** Sizes for a container of this width. */
export function gridMetrics(width: number): GridMetrics {
  if (width < 540) return { width, rowHeight: 118, gap: 3 }
  if (width < 960) return { width, rowHeight: 170, gap: 5 }
  if (width < 1240) return { width, rowHeight: 205, gap: 6 }
  return { width, rowHeight: 235, gap: 8 }
}

/** Lays photos out in rows of equal width, each as high as its photos' ratios ask for. */
export function layoutRows(ratios: readonly number[], metrics: GridMetrics): GridLayout {
  const rows: GridRow[] = []
  let top = 0
  let first = 0
  while (first < ratios.length) {
    const count = countInRow(ratios, first, metrics)
    const inRow = ratios.slice(first, first + count)
    const filled = heightOf(inRow, metrics)
    const isRagged = first + count === ratios.length && filled > metrics.rowHeight * mostStretched
    const height = Math.round(isRagged ? metrics.rowHeight : filled)
    rows.push({ top, height, first, tiles: tilesOf(inRow, height, isRagged, metrics) })
    top += height + metrics.gap
    first += count
  }
  return { rows, height: Math.max(0, top - metrics.gap) }
}

/** As many photos as bring the row closest to the height that is wanted. */
function countInRow(ratios: readonly number[], first: number, metrics: GridMetrics): number {
  for (let count = 1; first + count <= ratios.length; count += 1) {
    const height = heightOf(ratios.slice(first, first + count), metrics)
    if (height > metrics.rowHeight) continue
    if (count === 1) return 1
    const without = heightOf(ratios.slice(first, first + count - 1), metrics)
    return without / metrics.rowHeight < metrics.rowHeight / height ? count - 1 : count
  }
  return ratios.length - first
}

function heightOf(ratios: readonly number[], { width, gap }: GridMetrics): number {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0)
  return (width - gap * (ratios.length - 1)) / sum
}

function tilesOf(ratios: readonly number[], height: number, isRagged: boolean, { width, gap }: GridMetrics) {
  let left = 0
  return ratios.map((ratio, index) => {
    const isLast = index === ratios.length - 1
    const tileWidth = isLast && !isRagged ? width - left : Math.round(ratio * height)
    const tile = { left, width: tileWidth }
    left += tileWidth + gap
    return tile
  })
}

/** Photos are laid out in blocks of about this size, so that a further block moves no photo of the blocks before it. */
const usualBlock = 24

/** The dimensions of a grid, in pixels. */
export interface GridMetrics {
  readonly width: number
  /** The wanted height of a row. */
  readonly rowHeight: number
  readonly gap: number
  /** Width by height of an element before the first photo, such as a button that adds photos; undefined: there is none. */
  readonly lead?: number | undefined
}

/** A vertical stretch, in pixels from the top of a grid or a view. */
export interface Span {
  readonly from: number
  readonly to: number
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

/** The estimated ratio of a photo that is not loaded: most photos are landscape. */
export const usualRatio = 1.35
const narrowest = 0.5
const widest = 2.4
/** The cost of an empty row, relative to the cost of rows that are too high or too low. */
const emptinessWeight = 0.25

/** Width by height of a photo's frame. Within limits: the frames of extreme panoramas crop them. */
export function ratioOf(width: number | null | undefined, height: number | null | undefined): number {
  if (!width || !height) return usualRatio
  return Math.min(widest, Math.max(narrowest, width / height))
}

/** The dimensions of a grid in a container of this width. */
export function gridMetrics(width: number): GridMetrics {
  if (width < 540) return { width, rowHeight: 118, gap: 3 }
  if (width < 960) return { width, rowHeight: 170, gap: 5 }
  if (width < 1240) return { width, rowHeight: 205, gap: 6 }
  return { width, rowHeight: 235, gap: 8 }
}

/**
 * Lays out photos in rows of equal width. The ratios of its photos determine the height of a row; the breaks between rows
 * are chosen so that all heights are close to the wanted height.
 * @param isEnd whether the last row may be ragged, because no photo follows
 */
export function layoutRows(ratios: readonly number[], metrics: GridMetrics, isEnd = true): GridLayout {
  if (metrics.lead === undefined) return layoutAll(ratios, metrics, isEnd)
  const { rows, height } = layoutAll([metrics.lead, ...ratios], metrics, isEnd)
  const photoRows = rows.map(({ first, tiles, ...row }) => ({
    ...row,
    first: Math.max(0, first - 1),
    tiles: first === 0 ? tiles.slice(1) : tiles,
  }))
  return { rows: photoRows, height }
}

/** The rows within a stretch of the grid; all rows when it is undefined. */
export function rowsWithin(rows: readonly GridRow[], span: Span | undefined): readonly GridRow[] {
  return span ? rows.filter(({ top, height }) => top + height > span.from && top < span.to) : rows
}

function layoutAll(ratios: readonly number[], metrics: GridMetrics, isEnd: boolean): GridLayout {
  const rows: GridRow[] = []
  // Blocks have equal sizes: a last block of one photo would be a row as high as the window.
  const blockSize = Math.ceil(ratios.length / Math.ceil(ratios.length / usualBlock))
  let top = 0
  for (let start = 0; start < ratios.length; start += blockSize) {
    const page = ratios.slice(start, start + blockSize)
    const isLastPage = isEnd && start + blockSize >= ratios.length
    let first = 0
    for (const end of rowEnds(page, metrics, isLastPage)) {
      const inRow = page.slice(first, end)
      const isRagged = isLastPage && end === page.length && raggedCost(inRow, metrics) < filledCost(inRow, metrics)
      const height = Math.round(isRagged ? metrics.rowHeight : heightOf(inRow, metrics))
      rows.push({ top, height, first: start + first, tiles: tilesOf(inRow, height, isRagged, metrics) })
      top += height + metrics.gap
      first = end
    }
  }
  return { rows, height: Math.max(0, top - metrics.gap) }
}

/** The index after each row of a page, for the breaks with the lowest cost. */
function rowEnds(page: readonly number[], metrics: GridMetrics, isLastPage: boolean): number[] {
  const best: { readonly cost: number; readonly from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= page.length; end += 1) {
    let choice = { cost: Number.POSITIVE_INFINITY, from: 0 }
    for (let from = end - 1; from >= 0; from -= 1) {
      const row = page.slice(from, end)
      const ragged = isLastPage && end === page.length ? raggedCost(row, metrics) : Number.POSITIVE_INFINITY
      const cost = (best[from]?.cost ?? 0) + Math.min(filledCost(row, metrics), ragged)
      if (cost < choice.cost) choice = { cost, from }
    }
    best.push(choice)
  }
  const ends: number[] = []
  for (let end = page.length; end > 0; end = best[end]?.from ?? 0) ends.unshift(end)
  return ends
}

/** The cost of a row that fills the width, by its height: twice the wanted height costs the same as half of it. */
function filledCost(row: readonly number[], metrics: GridMetrics): number {
  return Math.log(heightOf(row, metrics) / metrics.rowHeight) ** 2
}

/** The cost of a row of the wanted height, by the width that it leaves empty. */
function raggedCost(row: readonly number[], metrics: GridMetrics): number {
  const share = metrics.rowHeight / heightOf(row, metrics)
  return share > 1 ? Number.POSITIVE_INFINITY : emptinessWeight * (1 - share)
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

import { type RowDraft, type RowSizes, draftRows, fittedRows } from './rowBreaks.ts'

/** The dimensions of a grid, in pixels. */
export interface GridMetrics extends RowSizes {
  /**
   * Aspect ratio (width / height) of the element before the first photo, such as the Add button. Undefined: no element.
   */
  readonly lead?: number | undefined
  /** The text size, relative to the usual one; 1 by default. */
  readonly textScale?: number | undefined
  /** The height that all rows take together; undefined: the height that the photos need. */
  readonly height?: number | undefined
}

/** A vertical range, in pixels from the top of a segment, a page or a view. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface GridTile {
  /** From the start of the row. */
  readonly left: number
  readonly width: number
}

export interface GridRow {
  readonly top: number
  readonly height: number
  /** Index of the row's first photo. */
  readonly first: number
  readonly tiles: readonly GridTile[]
}

export interface GridLayout {
  readonly rows: readonly GridRow[]
  readonly height: number
  /** The size of the element before the first photo. It is in the top left corner. Null: there is none. */
  readonly lead: { readonly width: number; readonly height: number } | null
}

/** The estimated ratio of a photo that is not loaded: most photos are landscape. */
export const usualRatio = 1.35
const narrowest = 0.5
const widest = 2.4

/**
 * Aspect ratio (width / height) of a photo's frame. The ratio is limited: the frames of extreme panoramas crop them.
 */
export function ratioOf(width: number | null | undefined, height: number | null | undefined): number {
  if (!width || !height) return usualRatio
  return Math.min(widest, Math.max(narrowest, width / height))
}

/**
 * The dimensions of a grid in a container of this width. On phones a row has two landscape or three portrait photos.
 */
export function gridMetrics(width: number): GridMetrics {
  if (width < 540) return { width, rowHeight: 140, gap: 3 }
  if (width < 960) return { width, rowHeight: 170, gap: 5 }
  if (width < 1240) return { width, rowHeight: 205, gap: 6 }
  return { width, rowHeight: 235, gap: 8 }
}

/**
 * Lays out photos in rows of equal width. The height of a row follows from the ratios of its photos; the breaks between
 * rows are chosen so that all heights are close to the wanted height. If the metrics give the total height, the rows
 * are stretched or squeezed to it, and their frames crop the photos accordingly.
 * @param isEnd whether the last row may be ragged, because no photo follows
 */
export function layoutRows(ratios: readonly number[], metrics: GridMetrics, isEnd = true): GridLayout {
  const { lead, height: wanted } = metrics
  const all = lead === undefined ? ratios : [lead, ...ratios]
  const drafts = wanted === undefined ? draftRows(all, metrics, isEnd) : fittedRows(all, metrics, isEnd, wanted)
  const { rows, height } = placeRows(drafts, metrics)
  if (lead === undefined) return { rows, height, lead: null }
  const first = rows[0]
  const photoRows = rows.map((row) => (row === first ? { ...row, tiles: row.tiles.slice(1) } : backByOne(row)))
  return { rows: photoRows, height, lead: { width: first?.tiles[0]?.width ?? 0, height: first?.height ?? 0 } }
}

/** The rows within a vertical range; all rows when it is undefined. */
export function rowsWithin(rows: readonly GridRow[], span: Span | undefined): readonly GridRow[] {
  return span ? rows.filter(({ top, height }) => top + height > span.from && top < span.to) : rows
}

function backByOne(row: GridRow): GridRow {
  return { ...row, first: row.first - 1 }
}

/** Places rows below each other in whole pixels. Rounding errors do not add up: the last row ends where it should. */
function placeRows(drafts: readonly RowDraft[], metrics: GridMetrics): { rows: GridRow[]; height: number } {
  const rows: GridRow[] = []
  let exactTop = 0
  let top = 0
  for (const draft of drafts) {
    const bottom = Math.round(exactTop + draft.height)
    const height = bottom - top
    rows.push({ top, height, first: draft.first, tiles: tilesOf(draft, height, metrics) })
    exactTop += draft.height + metrics.gap
    top = bottom + metrics.gap
  }
  return { rows, height: Math.max(0, top - metrics.gap) }
}

/**
 * A ragged row keeps its photos' shapes, unless they do not fit into the width. The tiles of any other row fill the
 * width.
 */
function tilesOf({ ratios, isRagged }: RowDraft, height: number, { width, gap }: GridMetrics): GridTile[] {
  const free = width - gap * (ratios.length - 1)
  const sum = ratios.reduce((total, ratio) => total + ratio, 0)
  const isFilled = !isRagged || sum * height > free
  let left = 0
  return ratios.map((ratio, index) => {
    const isLast = index === ratios.length - 1
    const tileWidth = isFilled && isLast ? width - left : Math.round(ratio * (isFilled ? free / sum : height))
    const tile = { left, width: tileWidth }
    left += tileWidth + gap
    return tile
  })
}

import type { GridLayout, GridRow } from './justifiedLayout.ts'
import type { GridPlace, GridSegmentPart, ViewGrid } from './ViewGrid.ts'

/** Where a key moves focus: to a photo, or to one end of a collection without loaded photos. */
export type Destination =
  | { readonly place: GridPlace }
  | { readonly collectionId: string; readonly target: 'first' | 'last' }

type Step = 1 | -1

/** How far a page key moves, in window heights. */
const page = 0.85

/**
 * Where a key moves focus from a photo.
 * @param isWide whether Ctrl or Cmd is held: Home and End then go to the ends of the view instead of the row
 * @returns undefined for a key without a meaning here; null where there is no further photo
 */
export function destinationOf(
  view: ViewGrid,
  from: GridPlace,
  key: string,
  isWide: boolean,
): Destination | null | undefined {
  switch (key) {
    case 'ArrowLeft':
      return inOrder(view, from, -1)
    case 'ArrowRight':
      return inOrder(view, from, 1)
    case 'ArrowUp':
      return toRow(view, from, -1)
    case 'ArrowDown':
      return toRow(view, from, 1)
    case 'Home':
      return isWide ? endOfCollections(view, 0, 1) : endOfRow(view, from, -1)
    case 'End':
      return isWide ? endOfCollections(view, view.collections.length - 1, -1) : endOfRow(view, from, 1)
    case 'PageUp':
      return byPage(view, from, -1)
    case 'PageDown':
      return byPage(view, from, 1)
    default:
      return undefined
  }
}

/** The previous or next photo, across the ends of collections. */
function inOrder(view: ViewGrid, { collectionId, index }: GridPlace, step: Step): Destination | null {
  const place = view.placeAt(collectionId, index + step)
  if (place) return { place }
  const at = view.collections.findIndex(({ id }) => id === collectionId)
  return at === -1 ? null : endOfCollections(view, at + step, step)
}

/** The first photo in this or a later collection (step 1), or the last one in this or an earlier collection (step -1). */
function endOfCollections(view: ViewGrid, at: number, step: Step): Destination | null {
  const collection = view.collections[at]
  if (!collection) return null
  if (collection.count === 0) return endOfCollections(view, at + step, step)
  const loaded = view.idsOf(collection.id).length
  const place = view.placeAt(collection.id, step === 1 ? 0 : loaded - 1)
  return place ? { place } : { collectionId: collection.id, target: step === 1 ? 'first' : 'last' }
}

/** The photo in the row above or below whose middle is closest. */
function toRow(view: ViewGrid, from: GridPlace, step: Step): Destination | null {
  const segment = view.segmentAt(from.collectionId, from.index)
  // Its row is not in the document: first go to the photo itself.
  if (!segment) return { place: from }
  const { layout, firstIndex, ids } = segment
  const rowIndex = rowOf(layout, from.index - firstIndex)
  const row = layout.rows[rowIndex + step]
  const middle = middleOf(layout.rows[rowIndex], from.index - firstIndex)
  if (row) return placeIn(segment, row, middle)
  const next = inOrder(view, { ...from, index: step === 1 ? firstIndex + ids.length - 1 : firstIndex }, step)
  if (!next || !('place' in next)) return next
  const other = view.segmentAt(next.place.collectionId, next.place.index)
  const nextRow = other?.layout.rows.at(step === 1 ? 0 : -1)
  return other && nextRow ? placeIn(other, nextRow, middle) : next
}

function endOfRow(view: ViewGrid, from: GridPlace, step: Step): Destination | null {
  const segment = view.segmentAt(from.collectionId, from.index)
  if (!segment) return { place: from }
  const row = segment.layout.rows[rowOf(segment.layout, from.index - segment.firstIndex)]
  return row ? placeAt(segment, step === 1 ? row.first + row.tiles.length - 1 : row.first) : null
}

/** The photo about one window further up or down, among those in the document. */
function byPage(view: ViewGrid, from: GridPlace, step: Step): Destination | null {
  const segment = view.segmentAt(from.collectionId, from.index)
  if (!segment) return { place: from }
  const row = segment.layout.rows[rowOf(segment.layout, from.index - segment.firstIndex)]
  const start = centreOf(segment, row)
  const wanted = start + step * page * window.innerHeight
  let best: { readonly segment: GridSegmentPart; readonly row: GridRow } | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of view.segments) {
    const top = candidate.element.getBoundingClientRect().top
    for (const candidateRow of candidate.layout.rows) {
      const centre = top + candidateRow.top + candidateRow.height / 2
      const distance = Math.abs(centre - wanted)
      if ((centre - start) * step <= 0 || distance >= bestDistance) continue
      best = { segment: candidate, row: candidateRow }
      bestDistance = distance
    }
  }
  return best
    ? placeIn(best.segment, best.row, middleOf(row, from.index - segment.firstIndex))
    : toRow(view, from, step)
}

function placeAt({ collectionId, firstIndex, ids }: GridSegmentPart, offset: number): Destination | null {
  const photoId = ids[offset]
  return photoId === undefined ? null : { place: { collectionId, index: firstIndex + offset, photoId } }
}

/** The photo of a row whose middle is closest to a horizontal position. */
function placeIn(segment: GridSegmentPart, row: GridRow, middle: number): Destination | null {
  const distances = row.tiles.map(({ left, width }) => Math.abs(left + width / 2 - middle))
  return placeAt(segment, row.first + distances.indexOf(Math.min(...distances)))
}

function rowOf({ rows }: GridLayout, offset: number): number {
  return rows.findLastIndex(({ first }) => first <= offset)
}

function middleOf(row: GridRow | undefined, offset: number): number {
  const tile = row?.tiles[offset - row.first]
  return tile ? tile.left + tile.width / 2 : 0
}

function centreOf({ element }: GridSegmentPart, row: GridRow | undefined): number {
  return element.getBoundingClientRect().top + (row ? row.top + row.height / 2 : 0)
}

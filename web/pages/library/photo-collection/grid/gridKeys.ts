import { isRightToLeft } from '../../../../shared/direction.ts'
import type { GridLayout, GridRow } from './justifiedLayout.ts'
import type { GridPlace, GridSegmentPart, ViewGrid } from './ViewGrid.ts'

/** Where a key moves focus: to a photo, or to one end of a collection without loaded photos. */
export type Destination =
  | { readonly place: GridPlace }
  | { readonly collectionId: string; readonly target: 'first' | 'last' }

type Step = 1 | -1

/** A row of photos, with the segment that it is in. */
interface SegmentRow {
  readonly segment: GridSegmentPart
  readonly row: GridRow
}

/** How far a page key moves, in window heights. */
const page = 0.85

/**
 * Where a key moves focus from a photo.
 * @param key as on a page that is read from left to right
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

/**
 * The first photo in this or a later collection (step 1), or the last one in this or an earlier collection (step -1).
 */
function endOfCollections(view: ViewGrid, at: number, step: Step): Destination | null {
  const collection = view.collections[at]
  if (!collection) return null
  if (collection.count === 0) return endOfCollections(view, at + step, step)
  const loaded = view.idsOf(collection.id).length
  const place = view.placeAt(collection.id, step === 1 ? 0 : loaded - 1)
  return place ? { place } : { collectionId: collection.id, target: step === 1 ? 'first' : 'last' }
}

/** The photo in the row above or below whose middle is horizontally closest to the middle of this photo. */
function toRow(view: ViewGrid, from: GridPlace, step: Step): Destination | null {
  const segment = view.segmentAt(from.collectionId, from.index)
  // The row of the photo is not in the document: first go to the photo itself.
  if (!segment) return { place: from }
  const { layout, firstIndex, ids } = segment
  const rowIndex = rowOf(layout, from.index - firstIndex)
  const middle = middleOf(segment, layout.rows[rowIndex], from.index - firstIndex)
  const row = layout.rows[rowIndex + step]
  if (row) return closest([{ segment, row }], middle)
  const next = view.placeAt(from.collectionId, step === 1 ? firstIndex + ids.length : firstIndex - 1)
  if (!next) return toOtherCollections(view, from, step, middle)
  return closest(edgeRows(view, [next], step), middle) ?? { place: next }
}

/** The closest photo of the collections above or below. Several collections may share a row. */
function toOtherCollections(view: ViewGrid, from: GridPlace, step: Step, middle: number): Destination | null {
  const edge = view.rowMates(from.collectionId).at(step === 1 ? -1 : 0)
  const at = view.collections.findIndex(({ id }) => id === edge?.id)
  const next = at === -1 ? null : endOfCollections(view, at + step, step)
  if (!next || !('place' in next)) return next
  const places = view.rowMates(next.place.collectionId).flatMap(({ id }) => {
    return view.placeAt(id, step === 1 ? 0 : view.idsOf(id).length - 1) ?? []
  })
  return closest(edgeRows(view, places, step), middle) ?? next
}

/** The first row (step 1) or the last one of each segment that contains one of these photos. */
function edgeRows(view: ViewGrid, places: readonly GridPlace[], step: Step): readonly SegmentRow[] {
  return places.flatMap(({ collectionId, index }) => {
    const segment = view.segmentAt(collectionId, index)
    const row = segment?.layout.rows.at(step === 1 ? 0 : -1)
    return segment && row ? { segment, row } : []
  })
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
  let found: SegmentRow[] = []
  let shortest = Number.POSITIVE_INFINITY
  for (const candidate of view.segments) {
    const top = candidate.element.getBoundingClientRect().top
    for (const candidateRow of candidate.layout.rows) {
      const centre = top + candidateRow.top + candidateRow.height / 2
      const distance = Math.abs(centre - wanted)
      if ((centre - start) * step <= 0 || distance > shortest) continue
      // Several collections may share a row of the view.
      found = distance === shortest ? found : []
      found.push({ segment: candidate, row: candidateRow })
      shortest = distance
    }
  }
  return closest(found, middleOf(segment, row, from.index - segment.firstIndex)) ?? toRow(view, from, step)
}

function placeAt({ collectionId, firstIndex, ids }: GridSegmentPart, offset: number): Destination | null {
  const photoId = ids[offset]
  return photoId === undefined ? null : { place: { collectionId, index: firstIndex + offset, photoId } }
}

/** The photo of these rows whose middle is closest to a horizontal position in the window; null without rows. */
function closest(rows: readonly SegmentRow[], middle: number): Destination | null {
  let found: Destination | null = null
  let shortest = Number.POSITIVE_INFINITY
  for (const { segment, row } of rows) {
    for (const index of row.tiles.keys()) {
      const distance = Math.abs(middleOf(segment, row, row.first + index) - middle)
      if (distance >= shortest) continue
      found = placeAt(segment, row.first + index)
      shortest = distance
    }
  }
  return found
}

function rowOf({ rows }: GridLayout, offset: number): number {
  return rows.findLastIndex(({ first }) => first <= offset)
}

/** The horizontal position of the middle of a photo in the window. */
function middleOf({ element }: GridSegmentPart, row: GridRow | undefined, offset: number): number {
  const tile = row?.tiles[offset - row.first]
  const { left, right } = element.getBoundingClientRect()
  const distance = tile ? tile.left + tile.width / 2 : 0
  return isRightToLeft() ? right - distance : left + distance
}

function centreOf({ element }: GridSegmentPart, row: GridRow | undefined): number {
  return element.getBoundingClientRect().top + (row ? row.top + row.height / 2 : 0)
}

import { type GridLayout, type GridMetrics, layoutRows, usualRatio } from '../grid/justifiedLayout.ts'
import type { PageMemory, PhotoPage } from '../pages/PageMemory.ts'
import { photosReserved, smallPageSize } from '../pages/pageSizes.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import { type CollectionFrame, shareRows } from './sharedRows.ts'

/** The height of a collection's title with the space around it, in pixels. */
export const titleHeight = 92
/** The height of the '+N' button with the space above it, in pixels. */
export const moreHeight = 56
/**
 * A page with fewer photos than this may end with a ragged row. If that row filled the full width, it could become as
 * high as the window.
 */
const fewPhotos = 12

/** How a page is drawn. */
export interface PageLayout {
  readonly height: number
  readonly metrics: GridMetrics
  /** Whether the last row may be ragged. */
  readonly isEnd: boolean
}

/** Where the collections of a view are. */
export interface CollectionsLayout {
  /** The top of each collection in pixels from the top of the view, and as the last entry the height of the view. */
  readonly tops: readonly number[]
  /** For each collection, the index of the first collection in its row. */
  readonly starts: readonly number[]
  /** The place of each collection that shares its row; null for a collection that has the whole width. */
  readonly frames: readonly (CollectionFrame | null)[]
  readonly collections: readonly SelectableCollection[]
  /** The remembered pages of each collection. */
  readonly pages: readonly (readonly PhotoPage[])[]
  readonly metrics: GridMetrics
}

/** A place in a view. It stays at the same photo when heights above it change. */
export interface Anchor {
  readonly collectionId: string
  /** Null: above the first page. */
  readonly pageKey: number | null
  /** Pixels below the top of the page, or of the collection. */
  readonly offset: number
}

const pageLayouts = new WeakMap<PhotoPage, { readonly of: GridMetrics; readonly layout: PageLayout }>()
const collectionHeights = new WeakMap<
  readonly PhotoPage[],
  { readonly of: GridMetrics; readonly count: number; readonly height: number }
>()

/** The layout of a page: by the ratios of its photos, or fitted into the height that the page holds. */
export function pageLayout(page: PhotoPage, metrics: GridMetrics): PageLayout {
  const known = pageLayouts.get(page)
  if (known?.of === metrics) return known.layout
  const own = page.after === null || metrics.lead === undefined ? metrics : { ...metrics, lead: undefined }
  const isEnd = (page.isLoaded && !page.hasNext) || page.ratios.length < fewPhotos
  const layout =
    page.held?.width === metrics.width
      ? { metrics: { ...own, height: page.held.height }, isEnd, height: page.held.height }
      : { metrics: own, isEnd, height: own.height ?? layoutRows(page.ratios, own, isEnd).height }
  pageLayouts.set(page, { of: metrics, layout })
  return layout
}

/** The size of the element before the first photo of a page; null: there is none. */
export function leadOf(page: PhotoPage, metrics: GridMetrics): GridLayout['lead'] {
  const { metrics: own, isEnd } = pageLayout(page, metrics)
  return own.lead === undefined ? null : layoutRows(page.ratios, own, isEnd).lead
}

function collectionHeight(memory: PageMemory | undefined, count: number, metrics: GridMetrics): number {
  if (!memory) {
    return (
      titleHeight + estimatedHeight(Math.min(smallPageSize, count), metrics) + (count > smallPageSize ? moreHeight : 0)
    )
  }
  if (memory.isEmptied) return 0
  const known = collectionHeights.get(memory.pages)
  if (known?.of === metrics && known.count === count) return known.height
  let height = titleHeight
  for (const page of memory.pages) height += pageLayout(page, metrics).height + metrics.gap
  height += remainderHeight(memory, count, metrics) - metrics.gap
  collectionHeights.set(memory.pages, { of: metrics, count, height })
  return height
}

/**
 * The height below a collection's pages: of the '+N' button and of the space reserved for pages loaded automatically.
 */
export function remainderHeight(memory: PageMemory, count: number, metrics: GridMetrics): number {
  const last = memory.pages.at(-1)
  if (last?.isLoaded ? !last.hasNext : count <= memory.ids.length + (last?.ratios.length ?? 0)) return 0
  return moreHeight + reservedHeight(memory, count, metrics)
}

/** The height of the space reserved for pages that are loaded automatically. */
export function reservedHeight(memory: PageMemory, count: number, metrics: GridMetrics): number {
  if (!memory.isAutomatic) return 0
  const coming = memory.pages.at(-1)
  const known = memory.ids.length + (coming?.isLoaded === false ? coming.ratios.length : 0)
  return estimatedHeight(Math.min(photosReserved, Math.max(0, count - known)), metrics)
}

/**
 * Lays out the collections of a view, loaded or not. Which of them share a row follows from their numbers of photos, so
 * that nothing moves when the photos are loaded.
 */
export function layoutCollections(
  collections: readonly SelectableCollection[],
  memoryOf: (collectionId: string) => PageMemory | undefined,
  metrics: GridMetrics,
): CollectionsLayout {
  const memories = collections.map(({ id }) => memoryOf(id))
  const counts = collections.map(({ count }, index) => shownCount(memories[index], count))
  const frames = shareRows(counts, metrics)
  const tops: number[] = []
  const starts: number[] = []
  let top = 0
  let bottom = 0
  let start = 0
  for (const [index, { count }] of collections.entries()) {
    const frame = frames[index] ?? null
    // A collection without photos takes no space: it belongs to the row before it.
    if (counts[index] !== 0 && (frame?.left ?? 0) === 0) {
      top = bottom
      start = index
    }
    tops.push(top)
    starts.push(start)
    bottom = Math.max(bottom, top + collectionHeight(memories[index], count, frame?.metrics ?? metrics))
  }
  tops.push(bottom)
  return { tops, starts, frames, collections, metrics, pages: memories.map((memory) => memory?.pages ?? []) }
}

/** How many photos a collection is laid out for; 0 only after its last photo is removed. */
function shownCount(memory: PageMemory | undefined, count: number): number {
  return memory?.isEmptied ? 0 : Math.max(1, memory?.countOr(count) ?? count)
}

/** The dimensions of a collection's grid. */
export function metricsOf({ frames, metrics }: CollectionsLayout, index: number): GridMetrics {
  return frames[index]?.metrics ?? metrics
}

/** The collections in the row of a collection, in their order. */
export function rowMatesOf({ starts, collections }: CollectionsLayout, id: string): readonly SelectableCollection[] {
  const start = starts[collections.findIndex((collection) => collection.id === id)]
  return start === undefined ? [] : collections.slice(start, starts.lastIndexOf(start) + 1)
}

/** The anchor at a distance from the top of the view. */
export function anchorAt(layout: CollectionsLayout, distance: number): Anchor | null {
  const index = collectionAt(layout, distance)
  const collection = layout.collections[index]
  if (!collection) return null
  const collectionId = collection.id
  let anchor: Anchor = { collectionId, pageKey: null, offset: distance - (layout.tops[index] ?? 0) }
  for (const { key, top } of pageTops(layout, index)) {
    if (top <= distance) anchor = { collectionId, pageKey: key, offset: distance - top }
  }
  return anchor
}

/** The distance of an anchor from the top of the view; null when its collection no longer exists. */
export function distanceOf(layout: CollectionsLayout, { collectionId, pageKey, offset }: Anchor): number | null {
  const index = layout.collections.findIndex(({ id }) => id === collectionId)
  const top = layout.tops[index]
  if (top === undefined) return null
  return (pageTops(layout, index).find(({ key }) => key === pageKey)?.top ?? top) + offset
}

/** The tops of a collection's pages, in pixels from the top of the view. */
export function pageTops(layout: CollectionsLayout, index: number) {
  const metrics = metricsOf(layout, index)
  let top = (layout.tops[index] ?? 0) + titleHeight
  return (layout.pages[index] ?? []).map((page) => {
    const placed = { key: page.key, top }
    top += pageLayout(page, metrics).height + metrics.gap
    return placed
  })
}

/** The index of the first collection in the row at a distance from the top of the view. */
export function collectionAt(layout: CollectionsLayout, distance: number): number {
  return layout.starts[lastCollectionAt(layout, distance)] ?? 0
}

/** The index of the last collection that begins at a distance from the top of the view, or above. */
export function lastCollectionAt({ tops }: CollectionsLayout, distance: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= distance) low = middle
    else high = middle - 1
  }
  return low
}

const estimates = new WeakMap<GridMetrics, Map<number, number>>()

function estimatedHeight(count: number, metrics: GridMetrics): number {
  if (metrics.height !== undefined) return metrics.height
  const known = estimates.get(metrics) ?? new Map<number, number>()
  estimates.set(metrics, known)
  const ratios = () => Array.from({ length: count }, () => usualRatio)
  const height = known.get(count) ?? layoutRows(ratios(), metrics, count < fewPhotos).height
  known.set(count, height)
  return height
}

/** A page near the screen, or space in the place of pages that are far from the screen. */
export interface PagePart {
  readonly key: string
  /** Null if the part is space. */
  readonly page: PhotoPage | null
  /** Pixels below the top of the collection. */
  readonly top: number
  readonly height: number
  /** The space below, in pixels. */
  readonly gap: number
  readonly firstIndex: number
}

/**
 * Divides a collection into the pages that overlap a vertical range, and space for the other pages. Adjacent pages
 * outside of the range share one space.
 */
export function placePages(
  { pages }: PageMemory,
  metrics: GridMetrics,
  span: { readonly from: number; readonly to: number },
): { readonly parts: readonly PagePart[]; readonly height: number } {
  const parts: PagePart[] = []
  let top = titleHeight
  let firstIndex = 0
  for (const [index, page] of pages.entries()) {
    const { height } = pageLayout(page, metrics)
    const gap = index === pages.length - 1 ? 0 : metrics.gap
    const isNear = top + height > span.from && top < span.to
    const before = parts.at(-1)
    if (isNear) {
      parts.push({ key: `page ${page.key}`, page, top, height, gap, firstIndex })
    } else if (before?.page === null) {
      parts[parts.length - 1] = { ...before, height: before.height + height + gap }
    } else {
      parts.push({ key: `space ${page.key}`, page: null, top, height: height + gap, gap: 0, firstIndex })
    }
    top += height + gap
    firstIndex += page.ratios.length
  }
  return { parts, height: top }
}

/**
 * How far below the top of a collection one of its photos is, in pixels; for an unknown photo, the bottom of the last
 * page.
 */
export function offsetOf({ pages }: PageMemory, metrics: GridMetrics, photo: number): number {
  let top = titleHeight
  let first = 0
  for (const page of pages) {
    const layout = pageLayout(page, metrics)
    if (photo < first + page.ids.length) {
      const { rows } = layoutRows(page.ratios, layout.metrics, layout.isEnd)
      return top + (rows.findLast((row) => row.first <= photo - first)?.top ?? 0)
    }
    top += layout.height + metrics.gap
    first += page.ids.length
  }
  return top
}

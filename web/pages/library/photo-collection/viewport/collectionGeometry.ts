import { type GridMetrics, layoutRows, usualRatio } from '../grid/justifiedLayout.ts'
import type { PageMemory, PhotoPage } from '../pages/PageMemory.ts'
import { monthPageSize, photosReserved } from '../pages/pageSizes.ts'
import type { PageMemories } from '../pages/PageMemories.ts'

/** The height of a month's title with the space around it, in pixels. */
export const titleHeight = 92
/** The height of '+N' with the space above it. */
export const moreHeight = 56
/** The last row of a page with fewer photos than this may be ragged: a few left over would fill the window. */
const fewPhotos = 12

/** How photos may be enlarged or made smaller to fit into a height that is given, best first. */
const scales = [1.2, 1.15, 1.1, 1.05, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6]

/** A page as it is drawn. */
export interface PageLayout {
  readonly height: number
  readonly metrics: GridMetrics
  /** Whether its last row may be ragged. */
  readonly isEnd: boolean
}

/** Where months begin, in pixels from the first one's top; one more than there are months. */
export interface CollectionsLayout {
  readonly tops: readonly number[]
  readonly months: readonly CountedCollection[]
  /** The pages of each month that are remembered. */
  readonly pages: readonly (readonly PhotoPage[])[]
  readonly metrics: GridMetrics
}

/** A place that stays what it is when what is above it changes: so far below a page's top. */
export interface Anchor {
  readonly monthId: string
  readonly pageKey: number | null
  readonly offset: number
}

export interface CountedCollection {
  readonly id: string
  readonly count: number
}

const pageLayouts = new WeakMap<PhotoPage, { readonly of: GridMetrics; readonly layout: PageLayout }>()
const monthHeights = new WeakMap<
  readonly PhotoPage[],
  { readonly of: GridMetrics; readonly count: number; readonly height: number }
>()

/** How a page is drawn: as its photos ask for, or fitted into the height that it holds. */
export function pageLayout(page: PhotoPage, metrics: GridMetrics): PageLayout {
  const known = pageLayouts.get(page)
  if (known?.of === metrics) return known.layout
  const own = page.after === null || metrics.lead === undefined ? metrics : { ...metrics, lead: undefined }
  const isEnd = (page.isLoaded && !page.hasNext) || page.ratios.length < fewPhotos
  const layout =
    page.held?.width === metrics.width
      ? fittedLayout(page.ratios, own, isEnd, page.held.height)
      : { metrics: own, isEnd, height: layoutRows(page.ratios, own, isEnd).height }
  pageLayouts.set(page, { of: metrics, layout })
  return layout
}

/** The height of all of a month. */
function monthHeight(memory: PageMemory | undefined, count: number, metrics: GridMetrics): number {
  if (!memory) {
    return (
      titleHeight + estimatedHeight(Math.min(monthPageSize, count), metrics) + (count > monthPageSize ? moreHeight : 0)
    )
  }
  if (memory.isEmptied) return 0
  const known = monthHeights.get(memory.pages)
  if (known?.of === metrics && known.count === count) return known.height
  let height = titleHeight
  for (const page of memory.pages) height += pageLayout(page, metrics).height + metrics.gap
  height += remainderHeight(memory, count, metrics) - metrics.gap
  monthHeights.set(memory.pages, { of: metrics, count, height })
  return height
}

/** The height of what follows a month's pages: '+N', and what is kept for photos that come by themselves. */
export function remainderHeight(memory: PageMemory, count: number, metrics: GridMetrics): number {
  const last = memory.pages.at(-1)
  if (last?.isLoaded ? !last.hasNext : count <= memory.ids.length + (last?.ratios.length ?? 0)) return 0
  return moreHeight + reservedHeight(memory, count, metrics)
}

/** What is kept for photos that come by themselves. */
export function reservedHeight(memory: PageMemory, count: number, metrics: GridMetrics): number {
  if (!memory.isAutomatic) return 0
  const coming = memory.pages.at(-1)
  const known = memory.ids.length + (coming?.isLoaded === false ? coming.ratios.length : 0)
  return estimatedHeight(Math.min(photosReserved, Math.max(0, count - known)), metrics)
}

/** Where all months begin. */
export function layoutCollections(
  months: readonly CountedCollection[],
  memory: PageMemories,
  metrics: GridMetrics,
): CollectionsLayout {
  const tops = [0]
  let top = 0
  for (const { id, count } of months) {
    top += monthHeight(memory.known(id), count, metrics)
    tops.push(top)
  }
  return { tops, months, metrics, pages: months.map(({ id }) => memory.known(id)?.pages ?? []) }
}

/** What is at a height. */
export function anchorAt(layout: CollectionsLayout, height: number): Anchor | null {
  const index = collectionAt(layout, height)
  const month = layout.months[index]
  if (!month) return null
  let anchor: Anchor = { monthId: month.id, pageKey: null, offset: height - (layout.tops[index] ?? 0) }
  for (const { key, top } of pageTops(layout, index)) {
    if (top <= height) anchor = { monthId: month.id, pageKey: key, offset: height - top }
  }
  return anchor
}

/** The height at which that is now; null when it is gone. */
export function heightOfAnchor(layout: CollectionsLayout, { monthId, pageKey, offset }: Anchor): number | null {
  const index = layout.months.findIndex(({ id }) => id === monthId)
  const top = layout.tops[index]
  if (top === undefined) return null
  return (pageTops(layout, index).find(({ key }) => key === pageKey)?.top ?? top) + offset
}

/** Where the pages of a month begin. */
export function pageTops({ tops, pages, metrics }: CollectionsLayout, index: number) {
  let top = (tops[index] ?? 0) + titleHeight
  return (pages[index] ?? []).map((page) => {
    const placed = { key: page.key, top }
    top += pageLayout(page, metrics).height + metrics.gap
    return placed
  })
}

/** The number of the month at a height: the last that begins there or above. */
export function collectionAt({ tops }: CollectionsLayout, height: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}

const estimates = new WeakMap<GridMetrics, Map<number, number>>()

function estimatedHeight(count: number, metrics: GridMetrics): number {
  const known = estimates.get(metrics) ?? new Map<number, number>()
  estimates.set(metrics, known)
  const ratios = () => Array.from({ length: count }, () => usualRatio)
  const height = known.get(count) ?? layoutRows(ratios(), metrics, count < fewPhotos).height
  known.set(count, height)
  return height
}

function fittedLayout(ratios: readonly number[], metrics: GridMetrics, isEnd: boolean, height: number): PageLayout {
  for (const scale of scales) {
    const scaled = { ...metrics, rowHeight: metrics.rowHeight * scale }
    if (layoutRows(ratios, scaled, isEnd).height <= height) return { metrics: scaled, isEnd, height }
  }
  return { metrics, isEnd, height: layoutRows(ratios, metrics, isEnd).height }
}

/** A page that is near, or the space of pages that are not. */
export interface PagePart {
  readonly key: string
  /** Null: only space. */
  readonly page: PhotoPage | null
  /** How far below the month's top it begins. */
  readonly top: number
  readonly height: number
  /** The space below it. */
  readonly gap: number
  readonly firstIndex: number
}

/** What of a month is near a stretch of it; far pages that follow each other are one space. */
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

/** How far below a month's top one of its photos is; of one that is not known, the month's end. */
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

import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { useMarkFirstView } from '../../../../shared/firstView.ts'
import { useRemovedPhotos } from '../../../../shared/LibraryEvents.ts'
import { type GridMetrics, type Span, gridMetrics } from '../grid/justifiedLayout.ts'
import { useElementWidth } from '../grid/useElementWidth.ts'
import type { GridTarget } from '../grid/ViewGrid.ts'
import { usePageMemories } from '../pages/PageMemories.ts'
import type { PageMemory } from '../pages/PageMemory.ts'
import { type Reveal, useReveal } from './useReveal.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import { type CollectionsLayout, layoutCollections, metricsOf, offsetOf } from '../viewport/collectionGeometry.ts'
import { CollectionViewport } from '../viewport/CollectionViewport.ts'

export interface CollectionsViewOptions {
  /** Every collection of the view in its order, loaded or not. */
  readonly collections: readonly SelectableCollection[]
  /** What is remembered of a collection. Must stay the same function between renders: the layout depends on it. */
  readonly memoryOf: (collectionId: string) => PageMemory | undefined
  /** Aspect ratio (width / height) of the element before the first photo. By default there is no such element. */
  readonly leadRatio?: number | undefined
}

/** Where the photos of a view are, and which of them are near the screen. */
export interface CollectionsView extends CollectionsViewOptions {
  readonly container: RefObject<HTMLDivElement | null>
  readonly metrics: GridMetrics
  readonly layout: CollectionsLayout
  readonly viewport: CollectionViewport
  /** The vertical range to draw; null until the width and the position of the view are known. */
  readonly span: Span | null
  readonly reveal: Reveal
  /** Scrolls to a photo of a collection. */
  readonly seek: (collectionId: string, target: GridTarget) => void
}

/**
 * Lays out the collections of a view and follows which part of them is near the screen. Every collection has its height
 * before its photos are loaded, so the length of the page is right from the start.
 */
export function useCollectionsView({ collections, memoryOf, leadRatio }: CollectionsViewOptions): CollectionsView {
  const container = useRef<HTMLDivElement>(null)
  const width = useElementWidth(container)
  const metrics = useMemo(
    () => ({ ...gridMetrics(width), lead: leadRatio, textScale: readTextScale() }),
    [width, leadRatio],
  )
  const reveal = useReveal()
  useMarkFirstView(reveal.isOpen)
  const memories = usePageMemories()
  const version = useSyncExternalStore(memories.subscribe, () => memories.version)
  useRemovedPhotos((photoIds) => memories.remove(photoIds))
  const layout = useMemo(
    () => layoutCollections(collections, memoryOf, metrics),
    // The memories change in place, so the layout depends on their version.
    // eslint-disable-next-line react/exhaustive-deps
    [collections, memoryOf, metrics, version],
  )
  const { viewport, span } = useViewport(container, layout)
  // On paper, all loaded photos of an album are drawn. A timeline is not drawn as a whole, because it would load the
  // photos of all its months.
  const isWhole = useIsPrinting() && collections.length === 1
  const seek = useCallback(
    (collectionId: string, target: GridTarget) => {
      const memory = memoryOf(collectionId)
      if (!memory || target === 'first') return viewport.seek(collectionId, 0)
      const index = target === 'last' ? memory.ids.length - 1 : target
      const at = layout.collections.findIndex(({ id }) => id === collectionId)
      viewport.seek(collectionId, offsetOf(memory, metricsOf(layout, at), index))
    },
    [viewport, memoryOf, layout],
  )
  return {
    collections,
    memoryOf,
    leadRatio,
    container,
    metrics,
    layout,
    viewport,
    span: isWhole ? { from: 0, to: layout.tops.at(-1) ?? 0 } : width > 0 ? span : null,
    reveal,
    seek,
  }
}

/** The text size of the document, relative to the usual 16 px. */
function readTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
}

/**
 * True while the browser prints the page. On `beforeprint` the page is rendered for paper at once, before the browser
 * prints it.
 */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => leaving.abort()
  }, [])
  return isPrinting
}

function useViewport(container: RefObject<HTMLElement | null>, layout: CollectionsLayout) {
  const [viewport] = useState(() => new CollectionViewport())
  const [span, setSpan] = useState<Span | null>(null)
  useLayoutEffect(() => viewport.place(layout), [viewport, layout])
  useEffect(() => {
    if (!container.current) return undefined
    let isFirst = true
    return viewport.attach(container.current, (next) => {
      // The first span is drawn at once. Drawing later spans may be interrupted, so that it does not block scrolling.
      if (isFirst) setSpan(next)
      else startTransition(() => setSpan(next))
      isFirst = false
    })
  }, [viewport, container])
  useEffect(() => {
    viewport.drawn()
    viewport.focusAwaited()
  })
  return { viewport, span }
}

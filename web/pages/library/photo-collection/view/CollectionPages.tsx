import { useCallback, useEffect } from 'react'
import { GridFrame } from '../grid/GridFrame.tsx'
import type { GridMetrics, Span } from '../grid/justifiedLayout.ts'
import { CollectionPage } from './CollectionPage.tsx'
import { MorePhotos } from './MorePhotos.tsx'
import type { PageMemory } from '../pages/PageMemory.ts'
import type { Reveal } from './useReveal.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import { type PagePart, placePages } from '../viewport/collectionGeometry.ts'
import type { CollectionViewport } from '../viewport/CollectionViewport.ts'

export interface CollectionPagesProps {
  readonly collection: SelectableCollection
  readonly memory: PageMemory
  readonly title: string
  /** The id of the element that shows the title. */
  readonly labelledBy: string
  /** Where the collection begins, in pixels from the top of the view. */
  readonly top: number
  /** The vertical range of the view to draw. */
  readonly span: Span
  readonly metrics: GridMetrics
  readonly viewport: CollectionViewport
  readonly reveal: Reveal
  readonly previewPath: (photoId: string) => string
  /** The order of the photos; not needed where the collection's id implies it. */
  readonly sort?: PhotoSort
  /** Photos that are being removed from the collection. */
  readonly hidden?: ReadonlySet<string>
  /** The message when a page could not be loaded. The default says that photos could not be loaded. */
  readonly loadFailed?: string
}

/**
 * Shows the pages of a collection that are near the screen, space for the other pages, and the button for more photos.
 */
export function CollectionPages(props: CollectionPagesProps) {
  const { collection, memory, title, labelledBy, top, span, metrics, viewport, ...page } = props
  const { id, count } = collection
  const places = placePages(memory, metrics, { from: span.from - top, to: span.to - top })
  const isEndNear = top + places.height < span.to
  useEffect(() => {
    if (memory.isAutomatic && isEndNear) memory.fill()
  })
  const isBelow = useCallback((pageKey: number) => viewport.isBelow(id, pageKey), [viewport, id])
  return (
    <>
      <GridFrame labelledBy={labelledBy}>
        {places.parts.map((part) =>
          part.page ? (
            <div key={part.key} style={{ marginBottom: part.gap }}>
              <CollectionPage
                {...page}
                collection={collection}
                memory={memory}
                page={part.page}
                span={stretchOf(part, span, top)}
                generation={memory.generation}
                firstIndex={part.firstIndex}
                metrics={metrics}
                isBelow={isBelow}
              />
            </div>
          ) : (
            <div key={part.key} style={{ height: part.height }} />
          ),
        )}
      </GridFrame>
      <MorePhotos memory={memory} count={count} title={title} metrics={metrics} />
    </>
  )
}

/** The vertical range of a page to draw. Undefined for the whole page, so that scrolling does not draw it again. */
function stretchOf(part: PagePart, span: Span, top: number): Span | undefined {
  const from = span.from - top - part.top
  const to = span.to - top - part.top
  return from <= 0 && to >= part.height ? undefined : { from, to }
}

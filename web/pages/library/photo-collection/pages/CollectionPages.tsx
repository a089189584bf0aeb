import { useEffect } from 'react'
import { GridFrame } from '../grid/GridFrame.tsx'
import type { GridMetrics, GridSpan } from '../grid/justifiedLayout.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { PageMemory } from './PageMemory.ts'
import { MorePhotos } from './MorePhotos.tsx'
import { CollectionPage } from './CollectionPage.tsx'
import { placePages } from '../viewport/collectionGeometry.ts'
import type { Reveal } from './useReveal.ts'
import { useHiddenPhotos } from '../hidden/hiddenFromCollections.ts'

export interface CollectionPagesProps {
  readonly collection: SelectableCollection
  readonly title: string
  /** The id of the element that names the collection. */
  readonly labelledBy: string
  /** The message of a page that could not be loaded. */
  readonly loadFailed: string
  readonly memory: PageMemory
  readonly metrics: GridMetrics
  readonly sort: PhotoSort
  /** The stretch of the collection that is shown, its tools included. */
  readonly span: GridSpan
  readonly isBelow: (pageKey: number) => boolean
  readonly reveal: Reveal
  readonly previewPath: (photoId: string) => string
}

/** Those pages of an album that are near the screen, and space for the others. */
export function CollectionPages(props: CollectionPagesProps) {
  const { collection, title, labelledBy, memory, metrics, sort, span, isBelow, reveal, previewPath, loadFailed } = props
  const hidden = useHiddenPhotos(collection.id)
  const places = placePages(memory, metrics, span)
  const isEndNear = places.height < span.to
  useEffect(() => {
    if (isEndNear) memory.fill()
  })
  return (
    <>
      <GridFrame labelledBy={labelledBy}>
        {places.parts.map((part) =>
          part.page ? (
            <div key={part.key} style={{ marginBottom: part.gap }}>
              <CollectionPage
                collection={collection}
                memory={memory}
                page={part.page}
                generation={memory.generation}
                firstIndex={part.firstIndex}
                metrics={metrics}
                isBelow={isBelow}
                reveal={reveal}
                previewPath={previewPath}
                sort={sort}
                span={{ from: span.from - part.top, to: span.to - part.top }}
                hidden={hidden}
                loadFailed={loadFailed}
              />
            </div>
          ) : (
            <div key={part.key} style={{ height: part.height }} />
          ),
        )}
      </GridFrame>
      <MorePhotos month={memory} count={collection.count} title={title} metrics={metrics} />
    </>
  )
}

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { useRemovedPhotos } from '../../../shared/LibraryEvents.ts'
import { albumPreviewPath } from '../../../shared/paths.ts'
import { GridView } from '../photo-collection/grid/GridView.tsx'
import { gridMetrics, layoutRows } from '../photo-collection/grid/justifiedLayout.ts'
import { useElementWidth } from '../photo-collection/grid/useElementWidth.ts'
import type { GridTarget } from '../photo-collection/grid/ViewGrid.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import type { SelectionToolbarProps } from '../photo-actions/toolbar/SelectionToolbar.tsx'
import { type SortedView, sortQuery, viewSort } from '../photo-collection/sorting/sortPreference.ts'
import {
  offsetOf,
  pageLayout,
  layoutCollections,
  titleHeight,
} from '../photo-collection/viewport/collectionGeometry.ts'
import { GridSkeleton } from '../photo-collection/grid/GridSkeleton.tsx'
import { useReveal } from '../photo-collection/pages/useReveal.ts'
import { CollectionPages } from '../photo-collection/pages/CollectionPages.tsx'
import { collectionMemory, collectionPages, memoryKey } from '../photo-collection/pages/collectionMemory.ts'
import { useAlbumSelection } from './useAlbumSelection.ts'
import { useCollectionViewport } from '../photo-collection/viewport/useCollectionViewport.ts'
import { useReleasedPhotos } from './useReleasedPhotos.ts'
import { useSeekToPhoto } from '../photo-collection/viewport/useSeekToPhoto.ts'
import styles from './AlbumPhotos.module.css'

/** What stands before the first photo is square. */
const leadRatio = 1

export interface AlbumPhotosProps {
  /** The album, by its global id, and how many photos it has. */
  readonly collection: SelectableCollection
  /** The name of the album. */
  readonly title: string
  /** The id of the element that shows it. */
  readonly labelledBy: string
  readonly view: Exclude<SortedView, 'photos'>
  /** The album's address; its photos open below it. */
  readonly path: string
  /** Rises when its photos may have changed. */
  readonly revision: number
  /** What can be done with selected photos. */
  readonly toolbar?: SelectionToolbarProps
  /** What concerns the photos below, in one row. */
  readonly tools: ReactNode
  /** What stands before the first photo, of its size. */
  readonly lead?: ReactNode
  /** What is shown when there is no photo. */
  readonly empty: ReactNode
  /** What a page that does not come says. */
  readonly loadFailed: string
}

/**
 * The photos of an album, by pages of 500, of which the rows near the screen are in the document: the timeline's means
 * for one month, which fills by itself. The order is that of the address.
 */
export function AlbumPhotos(props: AlbumPhotosProps) {
  const { collection, revision } = props
  const { search } = useLocation()
  const sort = viewSort(props.view, new URLSearchParams(search))
  const key = memoryKey(collection.id, sort)
  const memories = collectionMemory(useRelayEnvironment())
  useSyncExternalStore(memories.subscribe, () => memories.version)
  const { count } = collection
  const memory = memories.month(key, count, collectionPages(props.lead !== undefined))
  useEffect(() => memory.observe(revision, count), [memory, revision, count])
  useRemovedPhotos((photoIds) => memories.remove(photoIds))
  useAlbumSelection(collection)
  useReleasedPhotos(collection.id, memory)
  if (count === 0 && memory.ids.length === 0) return props.empty
  // In another order it is another page.
  return <Photos key={key} {...props} memoryId={key} />
}

function Photos(props: AlbumPhotosProps & { readonly memoryId: string }) {
  const { collection, view, path, toolbar, tools, lead, memoryId } = props
  const { search } = useLocation()
  const container = useRef<HTMLDivElement>(null)
  const width = useElementWidth(container)
  const hasLead = lead !== undefined
  const metrics = useMemo(() => ({ ...gridMetrics(width), lead: hasLead ? leadRatio : undefined }), [width, hasLead])
  const reveal = useReveal()
  useMarkFirstView(reveal.isOpen)
  const memories = collectionMemory(useRelayEnvironment())
  const version = useSyncExternalStore(memories.subscribe, () => memories.version)
  const { count } = collection
  const memory = memories.month(memoryId, count, collectionPages(hasLead))
  const layout = useMemo(
    () => layoutCollections([{ id: memoryId, count }], memories, metrics),
    // What is remembered changes with its version.
    // eslint-disable-next-line react/exhaustive-deps
    [memoryId, count, memories, metrics, version],
  )
  const { viewport, span } = useCollectionViewport(container, layout)
  const seek = (target: GridTarget) => {
    const index = target === 'first' ? 0 : target === 'last' ? memory.ids.length - 1 : target
    viewport.seek(memoryId, offsetOf(memory, metrics, index))
  }
  const isBelow = useCallback((pageKey: number) => viewport.isBelow(memoryId, pageKey), [viewport, memoryId])
  useSeekToPhoto(memory.ids, reveal.isOpen, seek)
  const suffix = useMemo(() => sortQuery(view, new URLSearchParams(search)), [view, search])
  const collections = useMemo(() => [collection], [collection])
  const [first] = memory.pages
  const firstRow = first && layoutRows(first.ratios, pageLayout(first, metrics).metrics, false).rows[0]
  return (
    <div className={styles.collection} aria-busy={!reveal.isOpen}>
      {!reveal.isOpen && (
        <div className={styles.cover}>
          <GridSkeleton />
        </div>
      )}
      <div
        ref={container}
        className={styles.photos}
        style={{ minHeight: layout.tops.at(-1) }}
        data-revealed={reveal.isOpen}
      >
        <GridView
          collections={collections}
          idsOf={() => memory.ids}
          seek={(_id, target) => seek(target)}
          {...(toolbar && { toolbar })}
        >
          <div className={styles.tools} style={{ height: titleHeight }}>
            {tools}
          </div>
          {hasLead && firstRow && (
            <div className={styles.lead} style={{ top: titleHeight, width: firstRow.height, height: firstRow.height }}>
              {lead}
            </div>
          )}
          {width > 0 && span && (
            <CollectionPages
              {...props}
              memory={memory}
              metrics={metrics}
              sort={viewSort(view, new URLSearchParams(search))}
              span={span}
              isBelow={isBelow}
              reveal={reveal}
              previewPath={(photoId) => albumPreviewPath(path, photoId) + suffix}
            />
          )}
        </GridView>
      </div>
    </div>
  )
}

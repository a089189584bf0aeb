import { type ReactNode, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { albumPreviewPath } from '../../../shared/paths.ts'
import { renderSelectionBar } from '../photo-actions/toolbar/renderSelectionBar.tsx'
import type { SelectionToolbarProps } from '../photo-actions/toolbar/SelectionToolbar.tsx'
import { layoutRows } from '../photo-collection/grid/justifiedLayout.ts'
import { useHiddenPhotos } from '../photo-collection/hidden/HiddenPhotos.ts'
import { usePageMemories } from '../photo-collection/pages/PageMemories.ts'
import type { PageMemory } from '../photo-collection/pages/PageMemory.ts'
import { largePages, largePagesAfterLead } from '../photo-collection/pages/pageSizes.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import {
  type PhotoSort,
  type SortedView,
  formatSort,
  sortQuery,
  viewSort,
} from '../photo-collection/sorting/sortPreference.ts'
import { CollectionPages } from '../photo-collection/view/CollectionPages.tsx'
import { CollectionsFrame } from '../photo-collection/view/CollectionsFrame.tsx'
import { useCollectionsView } from '../photo-collection/view/useCollectionsView.ts'
import { useSeekToPhoto } from '../photo-collection/view/useSeekToPhoto.ts'
import { pageLayout, titleHeight } from '../photo-collection/viewport/collectionGeometry.ts'
import { useAlbumSelection } from './useAlbumSelection.ts'
import { useReleasedPhotos } from './useReleasedPhotos.ts'
import styles from './AlbumPhotos.module.css'

/** Width by height of the element before the first photo. */
const leadRatio = 1

export interface AlbumPhotosProps {
  /** The album, by its global id, and its number of photos. */
  readonly collection: SelectableCollection
  /** The name of the album. */
  readonly title: string
  /** The id of the element that shows the name. */
  readonly labelledBy: string
  readonly view: Exclude<SortedView, 'photos'>
  /** The path of the album's page; the paths of its photos begin with it. */
  readonly path: string
  /** Rises when the album's photos may have changed. */
  readonly revision: number
  /** What the selection toolbar does differently in this album. */
  readonly toolbar?: SelectionToolbarProps
  /** Shown in a row above the photos. */
  readonly tools: ReactNode
  /** Shown before the first photo, in the size of a photo. */
  readonly lead?: ReactNode
  /** Shown when the album has no photos. */
  readonly empty: ReactNode
  /** The message of a page that could not be loaded. */
  readonly loadFailed: string
}

/** The photos of an album in the order that the address says, loaded automatically by pages of 500. */
export function AlbumPhotos(props: AlbumPhotosProps) {
  const { collection, revision, view, lead } = props
  const { count } = collection
  const { search } = useLocation()
  const sort = viewSort(view, new URLSearchParams(search))
  // An album in another order is another list of pages.
  const key = `${collection.id} ${formatSort(sort)}`
  const memories = usePageMemories()
  useSyncExternalStore(memories.subscribe, () => memories.version)
  const memory = memories.of(key, count, lead === undefined ? largePages : largePagesAfterLead)
  useEffect(() => memory.observe(revision, count), [memory, revision, count])
  useAlbumSelection(collection)
  useReleasedPhotos(collection.id, memory)
  if (count === 0 && memory.ids.length === 0) return props.empty
  return <Photos key={key} {...props} memory={memory} sort={sort} />
}

interface PhotosProps extends AlbumPhotosProps {
  readonly memory: PageMemory
  readonly sort: PhotoSort
}

function Photos({ collection, title, labelledBy, view: sortedView, memory, sort, ...props }: PhotosProps) {
  const { path, toolbar, tools, lead, loadFailed } = props
  const { id, count } = collection
  const { search } = useLocation()
  const hidden = useHiddenPhotos(id)
  const collections = useMemo(() => [{ id, count }], [id, count])
  const memoryOf = useCallback(() => memory, [memory])
  const view = useCollectionsView({ collections, memoryOf, leadRatio: lead === undefined ? undefined : leadRatio })
  const { metrics, viewport, span, reveal, seek } = view
  useSeekToPhoto(memory.ids, reveal.isOpen, (index) => seek(id, index))
  const suffix = useMemo(() => sortQuery(sortedView, new URLSearchParams(search)), [sortedView, search])
  const previewPath = useCallback((photoId: string) => albumPreviewPath(path, photoId) + suffix, [path, suffix])
  const [first] = memory.pages
  const firstRow = first && layoutRows(first.ratios, pageLayout(first, metrics).metrics, false).rows[0]
  return (
    <CollectionsFrame view={view} selectionBar={(actions) => renderSelectionBar(actions, toolbar)}>
      <div className={styles.tools} style={{ height: titleHeight }}>
        {tools}
      </div>
      {lead !== undefined && firstRow && (
        <div className={styles.lead} style={{ top: titleHeight, width: firstRow.height, height: firstRow.height }}>
          {lead}
        </div>
      )}
      {span && (
        <CollectionPages
          collection={collection}
          memory={memory}
          title={title}
          labelledBy={labelledBy}
          top={0}
          span={span}
          metrics={metrics}
          viewport={viewport}
          reveal={reveal}
          previewPath={previewPath}
          sort={sort}
          hidden={hidden}
          loadFailed={loadFailed}
        />
      )}
    </CollectionsFrame>
  )
}

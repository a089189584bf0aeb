import { type ReactNode, useCallback, useMemo } from 'react'
import type { SelectionBarSlot } from '../grid/GridView.tsx'
import type { PageMemory } from '../pages/PageMemory.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import { leadOf, titleHeight } from '../viewport/collectionGeometry.ts'
import { CollectionPages } from './CollectionPages.tsx'
import styles from './CollectionPhotos.module.css'
import { CollectionsFrame } from './CollectionsFrame.tsx'
import { useCollectionsView } from './useCollectionsView.ts'
import { useSeekToPhoto } from './useSeekToPhoto.ts'

/** Aspect ratio (width / height) of the element before the first photo. */
const leadRatio = 1

export interface CollectionPhotosProps {
  /** The collection's global id and number of photos. */
  readonly collection: SelectableCollection
  readonly memory: PageMemory
  readonly sort: PhotoSort
  readonly title: string
  /** The id of the element that shows the title. */
  readonly labelledBy: string
  /** Shown above the photos, in the height of a month's title; none if the page's bar has the title. */
  readonly header?: ReactNode
  /** The path of a photo's full-screen view. Must stay the same function between renders: all photos depend on it. */
  readonly previewPath: (photoId: string) => string
  /** Renders the bar that is shown while photos are selected. */
  readonly selectionBar: SelectionBarSlot
  /** Shown before the first photo, in the size of a photo. */
  readonly lead?: ReactNode
  /** Photos that are being removed from the collection. */
  readonly hidden?: ReadonlySet<string>
  /** The message when a page could not be loaded. The default says that photos could not be loaded. */
  readonly loadFailed?: string
}

/** A view of one collection: all its photos in one order, loaded automatically page by page. */
export function CollectionPhotos(props: CollectionPhotosProps) {
  const { memory, header, selectionBar, lead, ...pages } = props
  const { id, count } = props.collection
  // Stays the same object between renders, because all pages depend on it.
  const collection = useMemo(() => ({ id, count }), [id, count])
  const collections = useMemo(() => [collection], [collection])
  const memoryOf = useCallback(() => memory, [memory])
  const view = useCollectionsView({ collections, memoryOf, leadRatio: lead === undefined ? undefined : leadRatio })
  const { metrics, viewport, span, reveal, seek } = view
  useSeekToPhoto(memory.ids, reveal.isOpen, (index) => seek(id, index))
  const [first] = memory.pages
  const leadSize = first && leadOf(first, metrics)
  return (
    <CollectionsFrame view={view} sort={pages.sort} selectionBar={selectionBar}>
      <div style={{ height: titleHeight }}>{header}</div>
      {leadSize && (
        <div className={styles.lead} style={{ top: titleHeight, ...leadSize }}>
          {lead}
        </div>
      )}
      {span && (
        <CollectionPages
          {...pages}
          collection={collection}
          memory={memory}
          top={0}
          span={span}
          metrics={metrics}
          viewport={viewport}
          reveal={reveal}
        />
      )}
    </CollectionsFrame>
  )
}

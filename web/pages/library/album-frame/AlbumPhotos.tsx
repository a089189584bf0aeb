import { type ReactNode, useCallback, useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { albumPreviewPath } from '../../../shared/paths.ts'
import { hasPrintOrder } from '../photo-actions/print-order/orderAddress.ts'
import { renderSelectionBar } from '../photo-actions/toolbar/renderSelectionBar.tsx'
import type { SelectionToolbarProps } from '../photo-actions/toolbar/SelectionToolbar.tsx'
import { useHiddenPhotos } from '../photo-collection/hidden/HiddenPhotos.ts'
import { usePageMemory } from '../photo-collection/pages/PageMemories.ts'
import type { PageMemory } from '../photo-collection/pages/PageMemory.ts'
import { largePages, largePagesAfterLead } from '../photo-collection/pages/pageSizes.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { photoQuery } from '../photo-collection/sorting/photoQuery.ts'
import { type PhotoSort, type SortedView, formatSort, viewSort } from '../photo-collection/sorting/sortPreference.ts'
import { CollectionPhotos } from '../photo-collection/view/CollectionPhotos.tsx'
import styles from './AlbumPhotos.module.css'
import { PhotosBelowBar } from './PhotosBelowBar.tsx'
import { useAlbumSelection } from './useAlbumSelection.ts'
import { useReleasedPhotos } from './useReleasedPhotos.ts'

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
  /** A number that increases when the album's photos may have changed. */
  readonly revision: number
  /** The options of the selection toolbar in this album. */
  readonly toolbar?: SelectionToolbarProps
  /** Shown before the first photo, in the size of a photo. */
  readonly lead?: ReactNode
  /** Shown when the album has no photos. */
  readonly empty: ReactNode
  /** The message when a page of photos could not be loaded. */
  readonly loadFailed: string
}

/** Shows the photos of an album in the order that the address names. Loads pages of 500 photos automatically. */
export function AlbumPhotos(props: AlbumPhotosProps) {
  const { collection, revision, view, lead } = props
  const { count } = collection
  const { search } = useLocation()
  const sort = viewSort(view, new URLSearchParams(search))
  // Each order of the album has its own pages.
  const key = `${collection.id} ${formatSort(sort)}`
  const sizes = lead === undefined ? largePages : largePagesAfterLead
  const memory = usePageMemory(key, { sizes, revision, count })
  useAlbumSelection(collection)
  useReleasedPhotos(collection.id, memory)
  if (count === 0 && memory.ids.length === 0) return props.empty
  return <Photos key={key} {...props} memory={memory} sort={sort} />
}

interface PhotosProps extends AlbumPhotosProps {
  readonly memory: PageMemory
  readonly sort: PhotoSort
}

function Photos({ collection, memory, sort, title, labelledBy, view, path, ...props }: PhotosProps) {
  const { toolbar, lead, loadFailed } = props
  const { search } = useLocation()
  const hidden = useHiddenPhotos(collection.id)
  const suffix = useMemo(() => photoQuery(view, search), [view, search])
  const previewPath = useCallback((photoId: string) => albumPreviewPath(path, photoId) + suffix, [path, suffix])
  return (
    <PhotosBelowBar>
      {memory.ids.length < collection.count && (
        <p className={styles.printedPart}>
          <FormattedMessage id="album.printedPart" values={{ printed: memory.ids.length, count: collection.count }} />
        </p>
      )}
      <CollectionPhotos
        collection={collection}
        memory={memory}
        sort={sort}
        title={title}
        labelledBy={labelledBy}
        previewPath={previewPath}
        selectionBar={(end) => renderSelectionBar(end, toolbar)}
        // Nothing can be added while photos are chosen for prints.
        lead={hasPrintOrder(search) ? undefined : lead}
        hidden={hidden}
        loadFailed={loadFailed}
      />
    </PhotosBelowBar>
  )
}

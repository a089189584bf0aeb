import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotosByUpload_library$key } from '../../../__generated__/PhotosByUpload_library.graphql.ts'
import { useLibraryRevision } from '../../../shared/LibraryEvents.ts'
import { renderSelectionBar } from '../photo-actions/toolbar/renderSelectionBar.tsx'
import { usePageMemories, usePageMemory } from '../photo-collection/pages/PageMemories.ts'
import { largePages } from '../photo-collection/pages/pageSizes.ts'
import { type PhotoSort, formatSort } from '../photo-collection/sorting/sortPreference.ts'
import { CollectionPhotos } from '../photo-collection/view/CollectionPhotos.tsx'
import { SectionHeader } from '../photo-collection/view/SectionHeader.tsx'
import { titleId } from '../photo-collection/viewport/CollectionViewport.ts'
import { useLibrarySelection } from './useLibrarySelection.ts'

const fragment = graphql`
  fragment PhotosByUpload_library on PhotoLibrary {
    id
    photosCount
  }
`

export interface PhotosByUploadProps {
  readonly library: PhotosByUpload_library$key
  readonly sort: PhotoSort
  readonly previewPath: (photoId: string) => string
  /** Shown when there are no photos. */
  readonly empty: ReactNode
  /** Shown above the photos; not shown when there are no photos. */
  readonly children?: ReactNode
}

/**
 * Shows the library's photos by the date of their upload, in one list without months. Loads pages of 500 automatically.
 */
export function PhotosByUpload({ library, sort, previewPath, empty, children }: PhotosByUploadProps) {
  const { formatMessage } = useIntl()
  const { id, photosCount } = useFragment(fragment, library)
  // Each order has its own pages.
  const key = `${id} ${formatSort(sort)}`
  // The number of photos is unknown if a call has failed. The photos are shown even then.
  const known = usePageMemories().known(key)
  const count = photosCount ?? known?.ids.length ?? 0
  const collection = { id, count }
  const memory = usePageMemory(key, { sizes: largePages, revision: useLibraryRevision(), count })
  useLibrarySelection(collection)
  if (memory.ids.length === 0 && (photosCount === 0 || memory.isEmptied)) return empty
  const title = formatMessage({ id: sort.sortOrder === 'DESC' ? 'timeline.addedLast' : 'timeline.addedFirst' })
  return (
    <>
      {children}
      <CollectionPhotos
        key={key}
        collection={collection}
        memory={memory}
        sort={sort}
        title={title}
        labelledBy={titleId(id)}
        header={
          <SectionHeader collection={collection} selectLabel={formatMessage({ id: 'selection.all' })} isFirst>
            {title}
          </SectionHeader>
        }
        previewPath={previewPath}
        selectionBar={renderSelectionBar}
      />
    </>
  )
}

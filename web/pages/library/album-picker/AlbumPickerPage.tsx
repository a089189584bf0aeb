import { useCallback, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type { AlbumPickerPageQuery } from '../../../__generated__/AlbumPickerPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import { BackLink } from '../../../shared/page/BackLink.tsx'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { addToAlbumPath, albumPath, albumPreviewPath } from '../../../shared/paths.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'
import { MonthSlot } from '../page-bar/MonthSlot.tsx'
import { PageBar, iconClass } from '../page-bar/PageBar.tsx'
import { SortDropdown } from '../photo-collection/sorting/SortDropdown.tsx'
import { photoQuery } from '../photo-collection/sorting/photoQuery.ts'
import { photosSort } from '../photo-collection/sorting/sortPreference.ts'
import { PhotosByUpload } from '../by-upload/PhotosByUpload.tsx'
import { EmptyTimeline } from '../months/EmptyTimeline.tsx'
import { Timeline } from '../months/Timeline.tsx'
import { GridSkeleton } from '../photo-collection/view/GridSkeleton.tsx'
import { AlbumPickerBar } from './AlbumPickerBar.tsx'
import { MissingAlbum } from '../album-frame/MissingAlbum.tsx'
import styles from './AlbumPickerPage.module.css'

const query = graphql`
  query AlbumPickerPageQuery($id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!, $isByMonth: Boolean!)
  @throwOnFieldError {
    node(id: $id) {
      ... on Album {
        id
        name
        isShared
      }
    }
    viewer {
      library {
        timeline(sortKey: $sortKey, sortOrder: $sortOrder) @include(if: $isByMonth) {
          months {
            ...Timeline_months
          }
        }
        ...PhotosByUpload_library @skip(if: $isByMonth) @alias(as: "all")
      }
    }
  }
`

/** Selects photos of the library to add to an album. */
export function AlbumPickerPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<AlbumPickerPageQuery>(query)
  return (
    <div className={styles.page}>
      <QuerySection query={page} failure={formatMessage({ id: 'timeline.loadFailed' })} skeleton={<GridSkeleton />}>
        <LoadedPicker page={page} />
      </QuerySection>
    </div>
  )
}

function LoadedPicker({ page }: { readonly page: LoadedQuery<AlbumPickerPageQuery> }) {
  const { node, viewer } = usePreloadedQuery<AlbumPickerPageQuery>(query, page.reference)
  useLibraryChange(() => page.refresh())
  if (!node?.id || node.isShared) return <MissingAlbum type="ALBUM" id={page.loaded.variables.id} />
  return viewer ? <Picker album={{ id: node.id, name: node.name ?? '' }} library={viewer.library} /> : null
}

interface PickerProps {
  readonly album: { readonly id: string; readonly name: string }
  readonly library: NonNullable<AlbumPickerPageQuery['response']['viewer']>['library']
}

function Picker({ album, library }: PickerProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const title = formatMessage({ id: 'album.pickTitle' }, { albumName: album.name })
  usePageTitle(title)
  usePicking(albumPath(album.id))
  const suffix = photoQuery('photos', search)
  const path = addToAlbumPath(album.id)
  const photos = {
    previewPath: useCallback((photoId: string) => albumPreviewPath(path, photoId) + suffix, [path, suffix]),
    empty: <EmptyTimeline />,
    children: <AlbumPickerBar album={album} />,
  }
  const { timeline, all } = library
  const hasPhotos = timeline?.months.length !== 0
  return (
    <>
      {/* The bar of the selection covers this bar as long as the page is open. */}
      <PageBar />
      <header>
        <nav aria-label={formatMessage({ id: 'album.trail' })}>
          <BackLink to={albumPath(album.id)}>{album.name}</BackLink>
        </nav>
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {hasPhotos && (
            <div className={styles.tools}>
              <MonthSlot />
              <SortDropdown view="photos" className={iconClass} />
            </div>
          )}
        </div>
      </header>
      {timeline && <Timeline key={String(hasPhotos)} months={timeline.months} {...photos} />}
      {all && <PhotosByUpload library={all} sort={photosSort(new URLSearchParams(search))} {...photos} />}
    </>
  )
}

/** Starts selecting when the page opens. Ending the selection leads back to the album. */
function usePicking(path: string): void {
  const selection = useSelection()
  const navigate = useAppNavigate()
  useEffect(() => {
    if (selection.purpose === null) selection.start('album')
    return selection.subscribe(() => {
      if (selection.purpose === null) navigate(path)
    })
  }, [selection, navigate, path])
}

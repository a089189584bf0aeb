import { Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData, useLocation } from 'react-router-dom'
import type { AlbumPickerPageQuery } from '../../../__generated__/AlbumPickerPageQuery.graphql.ts'
import { useRetriedQuery } from '../../../relay/useRetriedQuery.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import { BackLink } from '../../../shared/page-frame/BackLink.tsx'
import { addToAlbumPath, albumPath, albumPreviewPath } from '../../../shared/paths.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { useApp } from '../../../app/appContext.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'
import { SortDropdown } from '../photo-collection/sorting/SortDropdown.tsx'
import { sortQuery } from '../photo-collection/sorting/sortPreference.ts'
import { EmptyTimeline } from '../months/EmptyTimeline.tsx'
import { ToolsSlotContext } from '../months/scrubber/toolsSlot.ts'
import { Timeline } from '../months/Timeline.tsx'
import { GridSkeleton } from '../photo-collection/grid/GridSkeleton.tsx'
import { AlbumPickerBar } from './AlbumPickerBar.tsx'
import { MissingAlbum } from '../album-frame/MissingAlbum.tsx'
import styles from './AlbumPickerPage.module.css'

const query = graphql`
  query AlbumPickerPageQuery($id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!) @throwOnFieldError {
    node(id: $id) {
      ... on Album {
        id
        name
        isShared
      }
    }
    viewer {
      library {
        timeline(sortKey: $sortKey, sortOrder: $sortOrder) {
          months {
            ...Timeline_months
          }
        }
      }
    }
  }
`

/** The photos of the library, to choose from for an album. */
export function AlbumPickerPage() {
  const { formatMessage } = useIntl()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<AlbumPickerPageQuery>
  const { reference: queryReference, retry } = useRetriedQuery<AlbumPickerPageQuery>(query, loaded)
  return (
    <div className={styles.page}>
      <SectionBoundary message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={retry}>
        <Suspense fallback={<GridSkeleton />}>
          <LoadedPicker queryReference={queryReference} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
}

function LoadedPicker({ queryReference }: { readonly queryReference: PreloadedQuery<AlbumPickerPageQuery> }) {
  const { environment } = useApp()
  const { node, viewer } = usePreloadedQuery<AlbumPickerPageQuery>(query, queryReference)
  const { variables } = queryReference
  useLibraryChange(() => {
    // A failure leaves what was shown; the next change tries again.
    const again = { networkCacheConfig: { force: true } }
    fetchQuery<AlbumPickerPageQuery>(environment, query, variables, again).subscribe({})
  })
  const months = viewer?.library.timeline?.months
  if (!node?.id || node.isShared) return <MissingAlbum />
  return months ? <Picker album={{ id: node.id, name: node.name ?? '' }} months={months} /> : null
}

type Months = NonNullable<
  NonNullable<NonNullable<AlbumPickerPageQuery['response']['viewer']>['library']['timeline']>['months']
>

interface PickerProps {
  readonly album: { readonly id: string; readonly name: string }
  readonly months: Months
}

function Picker({ album, months }: PickerProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const title = formatMessage({ id: 'album.pickTitle' }, { albumName: album.name })
  usePageTitle(title)
  usePicking(albumPath(album.id))
  const suffix = sortQuery('photos', new URLSearchParams(search))
  const hasPhotos = months.length > 0
  return (
    <>
      <nav aria-label={formatMessage({ id: 'album.trail' })}>
        <BackLink to={albumPath(album.id)}>{album.name}</BackLink>
      </nav>
      <h1 className={styles.title}>{title}</h1>
      {hasPhotos && (
        <div className={styles.tools}>
          <SortDropdown view="photos" />
          <div ref={setSlot} className={styles.slot} />
        </div>
      )}
      <ToolsSlotContext value={slot}>
        <Timeline
          key={String(hasPhotos)}
          months={months}
          previewPath={(photoId) => albumPreviewPath(addToAlbumPath(album.id), photoId) + suffix}
          empty={<EmptyTimeline />}
        >
          <AlbumPickerBar album={album} />
        </Timeline>
      </ToolsSlotContext>
    </>
  )
}

/** While the page is there, photos are chosen; who stops choosing goes back to the album. */
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

import { useEffect, useState } from 'react'
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
import { SortDropdown } from '../photo-collection/sorting/SortDropdown.tsx'
import { sortQuery } from '../photo-collection/sorting/sortPreference.ts'
import { EmptyTimeline } from '../months/EmptyTimeline.tsx'
import { ToolsSlotContext } from '../months/scrubber/toolsSlot.ts'
import { Timeline } from '../months/Timeline.tsx'
import { GridSkeleton } from '../photo-collection/view/GridSkeleton.tsx'
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

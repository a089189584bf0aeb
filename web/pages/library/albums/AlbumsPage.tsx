import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { AlbumsPageQuery } from '../../../__generated__/AlbumsPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../../shared/page/useRouteTitle.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { albumPagesOf } from './albumPages.ts'
import { AlbumsList } from './AlbumsList.tsx'
import { AlbumsSkeleton } from './AlbumsSkeleton.tsx'
import { SharedAlbumsList } from './SharedAlbumsList.tsx'
import { useFreshAlbums } from './useFreshAlbums.ts'
import styles from './AlbumsPage.module.css'

const query = graphql`
  query AlbumsPageQuery($first: Int!, $hasSharedAlbums: Boolean!) {
    viewer {
      library {
        photosCount
        sharedAlbumsCount @include(if: $hasSharedAlbums)
        ...AlbumsList_library @arguments(first: $first)
        ...SharedAlbumsList_library @include(if: $hasSharedAlbums) @alias(as: "withShared")
      }
    }
  }
`

/** The customer's own albums, and the albums that others share with the customer. */
export function AlbumsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<AlbumsPageQuery>(query)
  useRouteTitle()
  return (
    <div className={styles.page}>
      <QuerySection query={page} failure={formatMessage({ id: 'albums.loadFailed' })} skeleton={<AlbumsSkeleton />}>
        <Albums page={page} />
      </QuerySection>
    </div>
  )
}

function Albums({ page }: { readonly page: LoadedQuery<AlbumsPageQuery> }) {
  const pages = albumPagesOf(useSession())
  const { viewer } = usePreloadedQuery<AlbumsPageQuery>(query, page.reference)
  useMarkFirstView(true)
  useFreshAlbums(() => page.refresh({ ...page.loaded.variables, first: pages.toLoad }))
  if (!viewer) return null
  const { library } = viewer
  // If the count failed to load, the list of shared albums is rendered. An empty list shows nothing.
  const shared = library.sharedAlbumsCount === 0 ? null : library.withShared
  return (
    <>
      <AlbumsList
        library={library}
        hasPhotos={library.photosCount !== 0}
        hasMoreBelow={shared !== null && shared !== undefined}
        onRetry={page.retry}
      />
      {shared && <SharedAlbumsList library={shared} onRetry={page.retry} />}
    </>
  )
}

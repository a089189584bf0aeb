import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, loadQuery, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { AlbumsPageQuery } from '../../../__generated__/AlbumsPageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../../relay/useReleaseOnLeave.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { useApp } from '../../../app/appContext.ts'
import { albumsToLoad } from './albumPages.ts'
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

/** The albums of the library, and those of others that one takes part in. */
export function AlbumsPage() {
  const { formatMessage } = useIntl()
  const { environment } = useApp()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<AlbumsPageQuery>
  const [retried, setRetried] = useState<{ readonly of: typeof loaded; readonly reference: typeof loaded } | null>(null)
  const queryReference = retried?.of === loaded ? retried.reference : loaded
  useReleaseOnLeave(queryReference)
  usePageTitle(formatMessage({ id: 'menu.albums' }))
  const retry = () => {
    const options = { fetchPolicy: 'network-only' } as const
    const reference = loadQuery<AlbumsPageQuery>(environment, query, queryReference.variables, options)
    setRetried({ of: loaded, reference })
  }
  return (
    <div className={styles.page}>
      <SectionBoundary message={formatMessage({ id: 'albums.loadFailed' })} onRetry={retry}>
        <Suspense fallback={<AlbumsSkeleton />}>
          <Albums queryReference={queryReference} onRetry={retry} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
}

interface AlbumsProps {
  readonly queryReference: PreloadedQuery<AlbumsPageQuery>
  readonly onRetry: () => void
}

function Albums({ queryReference, onRetry }: AlbumsProps) {
  const { environment } = useApp()
  const { viewer } = usePreloadedQuery<AlbumsPageQuery>(query, queryReference)
  const { hasSharedAlbums } = queryReference.variables
  useMarkFirstView(true)
  useFreshAlbums(() => {
    // A failure leaves what was shown; the next change tries again.
    const variables = { hasSharedAlbums, first: albumsToLoad(environment) }
    fetchQuery<AlbumsPageQuery>(environment, query, variables, { networkCacheConfig: { force: true } }).subscribe({})
  })
  if (!viewer) return null
  const { library } = viewer
  // Where the count is not to be had, the list itself says whether there are any.
  const shared = library.sharedAlbumsCount === 0 ? null : library.withShared
  return (
    <>
      <AlbumsList
        library={library}
        hasPhotos={library.photosCount !== 0}
        hasMoreBelow={shared !== null && shared !== undefined}
        onRetry={onRetry}
      />
      {shared && <SharedAlbumsList library={shared} onRetry={onRetry} />}
    </>
  )
}

import { Suspense, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { AlbumPage_album$key } from '../../../__generated__/AlbumPage_album.graphql.ts'
import type { AlbumPageQuery } from '../../../__generated__/AlbumPageQuery.graphql.ts'
import { useRetriedQuery } from '../../../relay/useRetriedQuery.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useAlbumsChange } from '../../../shared/LibraryEvents.ts'
import { sharedAlbumPath } from '../../../shared/paths.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { useFeature } from '../../../shared/useFeature.ts'
import { useApp } from '../../../app/appContext.ts'
import { GridSkeleton } from '../photo-collection/grid/GridSkeleton.tsx'
import { AlbumView } from './AlbumView.tsx'
import { MissingAlbum } from '../album-frame/MissingAlbum.tsx'
import styles from './AlbumPage.module.css'

const query = graphql`
  query AlbumPageQuery($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ...AlbumPage_album @alias(as: "album")
    }
  }
`

const fragment = graphql`
  fragment AlbumPage_album on Album {
    sharedAlbum {
      id
    }
    ...AlbumView_album
  }
`

/** An album of one's own: its name, what it holds, and its photos. */
export function AlbumPage() {
  const { formatMessage } = useIntl()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<AlbumPageQuery>
  const { reference: queryReference, retry } = useRetriedQuery<AlbumPageQuery>(query, loaded)
  return (
    <div className={styles.page}>
      <SectionBoundary
        key={queryReference.variables.id}
        message={formatMessage({ id: 'album.loadFailed' })}
        onRetry={retry}
      >
        <Suspense fallback={<GridSkeleton />}>
          <LoadedAlbum queryReference={queryReference} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
}

function LoadedAlbum({ queryReference }: { readonly queryReference: PreloadedQuery<AlbumPageQuery> }) {
  const { environment } = useApp()
  const { node } = usePreloadedQuery<AlbumPageQuery>(query, queryReference)
  const { variables } = queryReference
  useAlbumsChange(({ changedAlbumIds, isMore }) => {
    if (!isMore && !changedAlbumIds.includes(variables.id)) return
    // A failure leaves what was shown; the next change tries again.
    fetchQuery<AlbumPageQuery>(environment, query, variables, { networkCacheConfig: { force: true } }).subscribe({})
  })
  return node?.album ? <PresentAlbum album={node.album} /> : <MissingAlbum />
}

function PresentAlbum({ album: key }: { readonly album: AlbumPage_album$key }) {
  const album = useFragment(fragment, key)
  const hasSharedAlbums = useFeature('PhotoManagementSharedAlbumsViewEnabled')
  if (hasSharedAlbums && album.sharedAlbum) return <GoToShared sharedAlbumId={album.sharedAlbum.id} />
  return <AlbumView album={album} />
}

/** What is shared is shown as its participants see it, also when it becomes so while it is looked at. */
function GoToShared({ sharedAlbumId }: { readonly sharedAlbumId: string }) {
  const navigate = useAppNavigate()
  useEffect(() => navigate(sharedAlbumPath(sharedAlbumId), { replace: true }), [navigate, sharedAlbumId])
  return <GridSkeleton />
}

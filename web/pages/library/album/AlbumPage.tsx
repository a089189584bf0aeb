import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import type { AlbumPage_album$key } from '../../../__generated__/AlbumPage_album.graphql.ts'
import type { AlbumPageQuery } from '../../../__generated__/AlbumPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useAlbumsChange } from '../../../shared/LibraryEvents.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { sharedAlbumPath } from '../../../shared/paths.ts'
import { useFeature } from '../../../shared/useFeature.ts'
import { AlbumSkeleton } from '../album-frame/AlbumSkeleton.tsx'
import { AlbumView } from './AlbumView.tsx'
import { MissingAlbum } from '../album-frame/MissingAlbum.tsx'
import styles from '../album-frame/AlbumPage.module.css'

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

/** One of the customer's own albums, with its photos. */
export function AlbumPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<AlbumPageQuery>(query)
  return (
    <div className={styles.page}>
      <QuerySection
        key={page.loaded.variables.id}
        query={page}
        failure={formatMessage({ id: 'album.loadFailed' })}
        skeleton={<AlbumSkeleton />}
      >
        <LoadedAlbum page={page} />
      </QuerySection>
    </div>
  )
}

function LoadedAlbum({ page }: { readonly page: LoadedQuery<AlbumPageQuery> }) {
  const { node } = usePreloadedQuery<AlbumPageQuery>(query, page.reference)
  useAlbumsChange(({ changedAlbumIds, hasUnlistedChanges }) => {
    if (hasUnlistedChanges || changedAlbumIds.includes(page.loaded.variables.id)) page.refresh()
  })
  return node?.album ? <PresentAlbum album={node.album} /> : <MissingAlbum type="ALBUM" id={page.loaded.variables.id} />
}

function PresentAlbum({ album: key }: { readonly album: AlbumPage_album$key }) {
  const album = useFragment(fragment, key)
  const hasSharedAlbums = useFeature('PhotoManagementSharedAlbumsViewEnabled')
  if (hasSharedAlbums && album.sharedAlbum) return <GoToShared sharedAlbumId={album.sharedAlbum.id} />
  return <AlbumView album={album} />
}

/** Redirects to the page of a shared album, even when the album becomes shared while this page is open. */
function GoToShared({ sharedAlbumId }: { readonly sharedAlbumId: string }) {
  const navigate = useAppNavigate()
  useEffect(() => navigate(sharedAlbumPath(sharedAlbumId), { replace: true }), [navigate, sharedAlbumId])
  return <AlbumSkeleton />
}

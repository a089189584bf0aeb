import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { AlbumsListPaginationQuery } from '../../../__generated__/AlbumsListPaginationQuery.graphql.ts'
import type { AlbumsList_library$key } from '../../../__generated__/AlbumsList_library.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { useAlbumList } from '../album-editing/AlbumLists.ts'
import { AlbumListItem } from './AlbumListItem.tsx'
import { AlbumsGrid } from './AlbumsGrid.tsx'
import { albumPagesOf } from './albumPages.ts'
import { NewAlbumTile } from './NewAlbum.tsx'
import { NoAlbums } from './NoAlbums.tsx'
import { useAlbumDialogs } from './useAlbumDialogs.tsx'

const fragment = graphql`
  fragment AlbumsList_library on PhotoLibrary
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "AlbumsListPaginationQuery") {
    albums(first: $first, after: $after) @connection(key: "AlbumsList_albums", filters: []) {
      __id
      edges {
        node {
          id
          ...AlbumListItem_album
        }
      }
    }
  }
`

export interface AlbumsListProps {
  readonly library: AlbumsList_library$key
  /** Whether the library has photos, which can be added to albums. */
  readonly hasPhotos: boolean
  /** Whether other content follows, which automatic loading would push away. */
  readonly hasMoreBelow: boolean
  readonly onRetry: () => void
}

/** The customer's own albums, and a tile that creates one. */
export function AlbumsList({ library, hasPhotos, hasMoreBelow, onRetry }: AlbumsListProps) {
  const { formatMessage } = useIntl()
  const pages = albumPagesOf(useSession())
  const paging = usePaginationFragment<AlbumsListPaginationQuery, AlbumsList_library$key>(fragment, library)
  // The node of an album that was deleted elsewhere is null, although the schema says otherwise.
  const albums = paging.data.albums?.edges.flatMap(({ node }) => node ?? [])
  useAlbumList('own', paging.data.albums?.__id)
  const { open, dialog } = useAlbumDialogs()
  const count = albums?.length ?? 0
  useEffect(() => pages.remember(count), [pages, count])
  if (!albums) return <ErrorState message={formatMessage({ id: 'albums.loadFailed' })} onRetry={onRetry} />
  return (
    <section aria-labelledby="my-albums">
      <VisuallyHidden as="h2" id="my-albums">
        {formatMessage({ id: 'albums.title' })}
      </VisuallyHidden>
      {count === 0 ? (
        <NoAlbums hasPhotos={hasPhotos} onCreate={open.create} />
      ) : (
        <AlbumsGrid
          paging={paging}
          count={count}
          isAutomatic={!hasMoreBelow}
          failure={formatMessage({ id: 'albums.loadFailed' })}
        >
          <NewAlbumTile onPress={open.create} />
          {albums.map((album) => (
            <AlbumListItem key={album.id} album={album} onRename={open.rename} onDelete={open.remove} />
          ))}
        </AlbumsGrid>
      )}
      {dialog}
    </section>
  )
}

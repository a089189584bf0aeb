import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { SharedAlbumsListPaginationQuery } from '../../../__generated__/SharedAlbumsListPaginationQuery.graphql.ts'
import type { SharedAlbumsList_library$key } from '../../../__generated__/SharedAlbumsList_library.graphql.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useAlbumList } from '../album-editing/AlbumLists.ts'
import { AlbumsGrid } from './AlbumsGrid.tsx'
import { SharedAlbumListItem } from './SharedAlbumListItem.tsx'
import styles from './AlbumsPage.module.css'

const fragment = graphql`
  fragment SharedAlbumsList_library on PhotoLibrary
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "SharedAlbumsListPaginationQuery") {
    sharedAlbums(first: $first, after: $after) @connection(key: "SharedAlbumsList_sharedAlbums", filters: []) {
      __id
      edges {
        node {
          id
          ...SharedAlbumListItem_sharedAlbum
        }
      }
    }
  }
`

export interface SharedAlbumsListProps {
  readonly library: SharedAlbumsList_library$key
  readonly onRetry: () => void
}

/** The albums that others share with the customer. */
export function SharedAlbumsList({ library, onRetry }: SharedAlbumsListProps) {
  const { formatMessage } = useIntl()
  const paging = usePaginationFragment<SharedAlbumsListPaginationQuery, SharedAlbumsList_library$key>(fragment, library)
  useAlbumList('shared', paging.data.sharedAlbums?.__id)
  // The node of an album that was deleted elsewhere is null, although the schema says otherwise.
  const albums = paging.data.sharedAlbums?.edges.flatMap(({ node }) => node ?? [])
  if (albums?.length === 0) return null
  const failure = formatMessage({ id: 'albums.sharedLoadFailed' })
  return (
    <section aria-labelledby="shared-with-you">
      <h2 id="shared-with-you" className={styles.title}>
        {formatMessage({ id: 'albums.sharedWithYou' })}
      </h2>
      {albums ? (
        <AlbumsGrid paging={paging} count={albums.length} isAutomatic failure={failure}>
          {albums.map((album) => (
            <SharedAlbumListItem key={album.id} sharedAlbum={album} />
          ))}
        </AlbumsGrid>
      ) : (
        <ErrorState message={failure} onRetry={onRetry} />
      )}
    </section>
  )
}

// What the items of the lists need is put into the store for them.
/* eslint-disable relay/must-colocate-fragment-spreads */
import { commitLocalUpdate, fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { useFreshAlbumsQuery } from '../../../__generated__/useFreshAlbumsQuery.graphql.ts'
import { useAlbumsChange } from '../../../shared/LibraryEvents.ts'
import { useApp } from '../../../app/appContext.ts'
import { insertAlbumByAge, removeAlbum } from '../album-editing/albumConnections.ts'

/** As many objects as the gateway answers by their ids at once. */
const mostNodes = 100

const query = graphql`
  query useFreshAlbumsQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ...AlbumListItem_album @alias(as: "album")
      ... on SharedAlbum {
        viewerIsOwner
      }
      ...SharedAlbumListItem_sharedAlbum @alias(as: "sharedAlbum")
    }
  }
`

/**
 * Keeps lists of albums as they are now, whoever changes them: only what changed is fetched again, which is one album
 * even where thousands are listed.
 * @param refresh fetches the lists again, when more may have changed than is known
 */
export function useFreshAlbums(refresh: () => void): void {
  const { environment } = useApp()
  useAlbumsChange(({ changedAlbumIds, isMore }) => {
    if (isMore || changedAlbumIds.length > mostNodes) refresh()
    else if (changedAlbumIds.length > 0) fetchAlbums(environment, changedAlbumIds)
  })
}

function fetchAlbums(environment: IEnvironment, ids: readonly string[]): void {
  const config = { networkCacheConfig: { force: true } }
  // A failure leaves what was shown; the next change tries again.
  fetchQuery<useFreshAlbumsQuery>(environment, query, { ids }, config).subscribe({
    next: ({ nodes }) =>
      commitLocalUpdate(environment, (store) => {
        for (const [index, id] of ids.entries()) {
          const node = nodes[index]
          const album = node && store.get(id)
          // One's own that are shared are among one's own.
          const isElsewhere = node?.__typename === 'SharedAlbum' && node.viewerIsOwner
          if (!album) removeAlbum(store, id)
          else if (!isElsewhere) insertAlbumByAge(store, album)
        }
      }),
  })
}

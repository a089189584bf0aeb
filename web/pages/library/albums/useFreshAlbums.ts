// This query fetches the data of the list items. The items themselves read it from the store.
/* eslint-disable relay/must-colocate-fragment-spreads */
import { commitLocalUpdate, fetchQuery, graphql } from 'react-relay/hooks'
import type { useFreshAlbumsQuery } from '../../../__generated__/useFreshAlbumsQuery.graphql.ts'
import { retryLater } from '../../../app/backoff.ts'
import { useAlbumsChange } from '../../../shared/LibraryEvents.ts'
import type { Session } from '../../../app/Session.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { albumListsOf } from '../album-editing/AlbumLists.ts'

/** The gateway's limit for `nodes(ids:)`. */
const maximumNodes = 100

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
 * Keeps the lists of albums up to date, whichever device changes them. Only the changed albums are fetched, even when
 * thousands are listed.
 * @param refresh fetches the lists again; called if events do not name all changed albums, or name more than one query can fetch
 */
export function useFreshAlbums(refresh: () => void): void {
  const session = useSession()
  useAlbumsChange(({ changedAlbumIds, hasUnlistedChanges }) => {
    if (hasUnlistedChanges || changedAlbumIds.length > maximumNodes) refresh()
    else if (changedAlbumIds.length > 0) fetchAlbums(session, changedAlbumIds)
  })
}

/** How often a failed request is repeated, before it waits until the network is back. */
const times = 5

/** @param failures how often this request has failed before */
function fetchAlbums(session: Session, ids: readonly string[], failures = 0): void {
  const { environment } = session
  const lists = albumListsOf(session)
  const config = { networkCacheConfig: { force: true } }
  fetchQuery<useFreshAlbumsQuery>(environment, query, { ids }, config).subscribe({
    next: ({ nodes }) =>
      commitLocalUpdate(environment, (store) => {
        for (const [index, id] of ids.entries()) {
          const node = nodes[index]
          const album = node && store.get(id)
          // An album that the customer shares is already in the list of the customer's own albums.
          const isListedAsOwn = node?.__typename === 'SharedAlbum' && node.viewerIsOwner
          if (!album) lists.remove(store, id)
          else if (!isListedAsOwn) lists.insertByAge(store, album)
        }
      }),
    // The lists stay unchanged until another attempt succeeds.
    error: () => retryLater(failures, () => fetchAlbums(session, ids, failures + 1), { times }),
  })
}

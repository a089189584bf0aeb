import { graphql } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import type { useDeleteSharedAlbumMutation } from '../../../__generated__/useDeleteSharedAlbumMutation.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { type AlbumLists, albumListsOf, changeAlbumsCount } from '../album-editing/AlbumLists.ts'

const mutation = graphql`
  mutation useDeleteSharedAlbumMutation($input: DeleteSharedAlbumInput!) {
    deleteSharedAlbum(input: $input) {
      __typename
      ... on DeleteSharedAlbumSuccess {
        deletedAlbumId
        library {
          albumsCount
          sharedAlbumsCount
        }
      }
      ... on AlbumNotFound {
        __typename
      }
    }
  }
`

/**
 * Deletes a shared album. If the customer is the owner, the album is deleted for everyone; otherwise the customer only
 * leaves it. The album disappears from the lists at once and comes back if the deletion fails. Resolves with true if
 * the album no longer exists; an album that was already deleted elsewhere counts as deleted.
 */
export function useDeleteSharedAlbum(): (sharedAlbumId: string) => Promise<boolean> {
  const [run] = useAppMutation<useDeleteSharedAlbumMutation>(mutation)
  const lists = albumListsOf(useSession())
  return async (sharedAlbumId) => {
    const outcome = await run({
      variables: { input: { sharedAlbumId } },
      // Updaters instead of @deleteEdge, because AlbumNotFound has no id, and the owner's list has the album under
      // another id than that of the shared album. The records stay in the store, because the album's page shows them
      // until the customer leaves the page.
      optimisticUpdater: (store) => {
        const isOwner = store.get(sharedAlbumId)?.getValue('viewerIsOwner') === true
        removeFromLists(store, lists, sharedAlbumId)
        changeAlbumsCount(store, -1, isOwner ? 'albumsCount' : 'sharedAlbumsCount')
      },
      updater: (store, response) => {
        const result = response?.deleteSharedAlbum
        if (isGone(result?.__typename)) removeFromLists(store, lists, sharedAlbumId)
      },
    })
    return outcome.kind === 'answered' && isGone(outcome.response.deleteSharedAlbum.__typename)
  }
}

/** Removes a shared album from the lists of shared albums, and for its owner also from the lists of own albums. */
function removeFromLists(store: RecordSourceProxy, lists: AlbumLists, sharedAlbumId: string): void {
  lists.remove(store, sharedAlbumId)
  const own = lists.find(store, (album) => album.getLinkedRecord('sharedAlbum')?.getDataID() === sharedAlbumId)
  for (const id of own) lists.remove(store, id)
}

function isGone(kind: string | undefined): boolean {
  return kind === 'DeleteSharedAlbumSuccess' || kind === 'AlbumNotFound'
}

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
 * Deletes a shared album: for everyone when the customer owns it, otherwise only for the customer. The album leaves the
 * lists at once and comes back if the deletion fails. Resolves to whether the album is gone; one that was already
 * deleted elsewhere counts as gone.
 */
export function useDeleteSharedAlbum(): (sharedAlbumId: string) => Promise<boolean> {
  const [run] = useAppMutation<useDeleteSharedAlbumMutation>(mutation)
  const lists = albumListsOf(useSession())
  return async (sharedAlbumId) => {
    const outcome = await run({
      variables: { input: { sharedAlbumId } },
      // Updaters, not @deleteEdge: AlbumNotFound carries no id, and the owner's lists have the album under another id
      // than that of the shared album. The records stay, because the page still shows them until it is left.
      optimisticUpdater: (store) => {
        const isOwner = store.get(sharedAlbumId)?.getValue('viewerIsOwner') === true
        leaveOut(store, lists, sharedAlbumId)
        changeAlbumsCount(store, -1, isOwner ? 'albumsCount' : 'sharedAlbumsCount')
      },
      updater: (store, response) => {
        const result = response?.deleteSharedAlbum
        if (isGone(result?.__typename)) leaveOut(store, lists, sharedAlbumId)
      },
    })
    return outcome.kind === 'answered' && isGone(outcome.response.deleteSharedAlbum.__typename)
  }
}

/** Removes a shared album from all lists, and for its owner also the album that the owner has shared. */
function leaveOut(store: RecordSourceProxy, lists: AlbumLists, sharedAlbumId: string): void {
  lists.remove(store, sharedAlbumId)
  const own = lists.find(store, (album) => album.getLinkedRecord('sharedAlbum')?.getDataID() === sharedAlbumId)
  for (const id of own) lists.remove(store, id)
}

function isGone(kind: string | undefined): boolean {
  return kind === 'DeleteSharedAlbumSuccess' || kind === 'AlbumNotFound'
}

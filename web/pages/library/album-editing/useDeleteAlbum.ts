import { graphql } from 'react-relay/hooks'
import type { useDeleteAlbumMutation } from '../../../__generated__/useDeleteAlbumMutation.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { albumListsOf, changeAlbumsCount } from './AlbumLists.ts'

const mutation = graphql`
  mutation useDeleteAlbumMutation($input: DeleteAlbumInput!) {
    deleteAlbum(input: $input) {
      __typename
      ... on DeleteAlbumSuccess {
        library {
          albumsCount
        }
      }
      ... on AlbumNotFound {
        __typename
      }
      ... on AlbumIsShared {
        __typename
      }
    }
  }
`

/**
 * Deletes an album; its photos stay. The album leaves the lists at once and comes back if the deletion fails. An album
 * that was already deleted elsewhere counts as deleted.
 */
export function useDeleteAlbum(): (albumId: string) => Promise<'deleted' | 'shared' | 'failed'> {
  const [run] = useAppMutation<useDeleteAlbumMutation>(mutation)
  const lists = albumListsOf(useSession())
  return async (albumId) => {
    const outcome = await run({
      variables: { input: { albumId } },
      // Updaters instead of @deleteEdge, because AlbumNotFound has no id. The record stays, because the album's page
      // shows it until the customer leaves the page.
      optimisticUpdater: (store) => {
        lists.remove(store, albumId)
        changeAlbumsCount(store, -1)
      },
      updater: (store, response) => {
        if (isGone(response?.deleteAlbum.__typename)) lists.remove(store, albumId)
      },
    })
    if (outcome.kind === 'failed') return 'failed'
    const { __typename: kind } = outcome.response.deleteAlbum
    if (isGone(kind)) return 'deleted'
    return kind === 'AlbumIsShared' ? 'shared' : 'failed'
  }
}

function isGone(kind: string | undefined): boolean {
  return kind === 'DeleteAlbumSuccess' || kind === 'AlbumNotFound'
}

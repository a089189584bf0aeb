import { graphql } from 'react-relay/hooks'
import type { useDeleteSharedAlbumMutation } from '../../../__generated__/useDeleteSharedAlbumMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { removeAlbum } from '../album-editing/albumConnections.ts'

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
 * Deletes a shared album: for everybody when it is one's own, else for oneself. Resolves to whether it is gone; one that
 * is gone already, by whomever, is as good as deleted.
 */
export function useDeleteSharedAlbum(): (sharedAlbumId: string) => Promise<boolean> {
  const [run] = useAppMutation<useDeleteSharedAlbumMutation>(mutation)
  return async (sharedAlbumId) => {
    const outcome = await run({
      variables: { input: { sharedAlbumId } },
      // The records themselves stay for the page that shows them, until that is told of the deletion.
      updater: (store, response) => {
        const result = response?.deleteSharedAlbum
        if (!isGone(result?.__typename)) return
        removeAlbum(store, sharedAlbumId)
        if (result?.__typename === 'DeleteSharedAlbumSuccess' && result.deletedAlbumId) {
          removeAlbum(store, result.deletedAlbumId)
        }
      },
    })
    return outcome.kind === 'answered' && isGone(outcome.response.deleteSharedAlbum.__typename)
  }
}

function isGone(kind: string | undefined): boolean {
  return kind === 'DeleteSharedAlbumSuccess' || kind === 'AlbumNotFound'
}

import { graphql } from 'react-relay/hooks'
import type { useDeleteAlbumMutation } from '../../../__generated__/useDeleteAlbumMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { changeAlbumsCount, removeAlbum } from './albumConnections.ts'

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
 * Deletes an album; its photos stay. It leaves the lists at once, and comes back when it cannot be deleted. One that
 * somebody else has deleted meanwhile is as good as deleted.
 */
export function useDeleteAlbum(): (albumId: string) => Promise<'deleted' | 'shared' | 'failed'> {
  const [run] = useAppMutation<useDeleteAlbumMutation>(mutation)
  return async (albumId) => {
    const outcome = await run({
      variables: { input: { albumId } },
      optimisticUpdater: (store) => {
        removeAlbum(store, albumId)
        changeAlbumsCount(store, -1)
      },
      // The record itself stays for the page that may still show it, until that is told of the deletion.
      updater: (store, response) => {
        if (isGone(response?.deleteAlbum.__typename)) removeAlbum(store, albumId)
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

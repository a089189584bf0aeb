import { graphql } from 'react-relay/hooks'
import type { useRenameAlbumMutation } from '../../../__generated__/useRenameAlbumMutation.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { unknownResult } from '../../../relay/unknownResult.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { type AlbumFailure, invalidName } from './albumFailure.ts'
import { albumListsOf } from './AlbumLists.ts'

const mutation = graphql`
  mutation useRenameAlbumMutation($input: RenameAlbumInput!) @raw_response_type {
    renameAlbum(input: $input) {
      __typename
      ... on RenameAlbumSuccess {
        album {
          id
          name
          updated
        }
      }
      ... on InvalidAlbumName {
        problem
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

/** Renames an album. The new name is shown at once; the old name is restored if the mutation fails. */
export function useRenameAlbum(): (
  albumId: string,
  name: string,
) => Promise<{ readonly kind: 'renamed' } | AlbumFailure> {
  const [run] = useAppMutation<useRenameAlbumMutation>(mutation)
  const lists = albumListsOf(useSession())
  return async (albumId, name) => {
    const outcome = await run({
      variables: { input: { albumId, name } },
      optimisticResponse: {
        renameAlbum: {
          __typename: 'RenameAlbumSuccess',
          album: { id: albumId, name, updated: new Date().toISOString() },
        },
      },
      // Removes an album that was deleted elsewhere. No directive can do this, because AlbumNotFound has no id.
      updater: (store, response) => {
        if (response?.renameAlbum.__typename === 'AlbumNotFound') lists.remove(store, albumId)
      },
    })
    if (outcome.kind === 'failed') return { kind: 'failed' }
    const result = outcome.response.renameAlbum
    switch (result.__typename) {
      case 'RenameAlbumSuccess':
        return { kind: 'renamed' }
      case 'InvalidAlbumName':
        return invalidName(result.problem)
      case 'AlbumNotFound':
        return { kind: 'missing' }
      case 'AlbumIsShared':
        return { kind: 'shared' }
      case '%other':
      default:
        return unknownResult(result)
    }
  }
}

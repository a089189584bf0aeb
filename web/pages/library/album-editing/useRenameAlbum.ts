import { graphql } from 'react-relay/hooks'
import type { useRenameAlbumMutation } from '../../../__generated__/useRenameAlbumMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { removeAlbum } from './albumConnections.ts'
import { type AlbumFailure, invalidName } from './albumFailure.ts'

const mutation = graphql`
  mutation useRenameAlbumMutation($input: RenameAlbumInput!) {
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

/** Gives an album another name, which is shown at once, and taken back when it cannot be given. */
export function useRenameAlbum(): (
  albumId: string,
  name: string,
) => Promise<{ readonly kind: 'renamed' } | AlbumFailure> {
  const [run] = useAppMutation<useRenameAlbumMutation>(mutation)
  return async (albumId, name) => {
    const outcome = await run({
      variables: { input: { albumId, name } },
      optimisticUpdater: (store) => store.get(albumId)?.setValue(name, 'name'),
      // An album that is gone is no list's any more.
      updater: (store, response) => {
        if (response?.renameAlbum.__typename === 'AlbumNotFound') removeAlbum(store, albumId)
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
        return { kind: 'failed' }
    }
  }
}

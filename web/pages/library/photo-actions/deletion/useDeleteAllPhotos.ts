import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useDeleteAllPhotosMutation } from '../../../../__generated__/useDeleteAllPhotosMutation.graphql.ts'
import type { useDeleteAllPhotosQuery } from '../../../../__generated__/useDeleteAllPhotosQuery.graphql.ts'
import { useAppMutation } from '../../../../relay/useAppMutation.ts'
import { emptyTimelines } from './OptimisticDeletion.ts'

const query = graphql`
  query useDeleteAllPhotosQuery {
    viewer {
      library {
        id
      }
    }
  }
`

const mutation = graphql`
  mutation useDeleteAllPhotosMutation($input: DeleteAllPhotosInput!) {
    deleteAllPhotos(input: $input) {
      __typename
      ... on DeleteAllPhotosSuccess {
        isFinished
      }
    }
  }
`

/** Deletes all photos of the library. `accepted`: the service has accepted the deletion but has not finished it yet. */
export function useDeleteAllPhotos(): () => Promise<'deleted' | 'accepted' | 'failed'> {
  const environment = useRelayEnvironment()
  const [run] = useAppMutation<useDeleteAllPhotosMutation>(mutation)
  return async () => {
    // The id from the store is that of the shown library. If another account has signed in since, the call fails.
    const config = { fetchPolicy: 'store-or-network' } as const
    const known = await fetchQuery<useDeleteAllPhotosQuery>(environment, query, {}, config)
      .toPromise()
      .catch(() => undefined)
    const libraryId = known?.viewer?.library.id
    if (libraryId === undefined) return 'failed'
    const outcome = await run({
      variables: { input: { libraryId } },
      // An updater instead of directives, because the response does not name the deleted photos.
      updater: (store, response) => {
        const result = response?.deleteAllPhotos
        if (result?.__typename === 'DeleteAllPhotosSuccess' && result.isFinished) emptyTimelines(store)
      },
    })
    if (outcome.kind === 'failed') return 'failed'
    const result = outcome.response.deleteAllPhotos
    if (result.__typename !== 'DeleteAllPhotosSuccess') return 'failed'
    return result.isFinished ? 'deleted' : 'accepted'
  }
}

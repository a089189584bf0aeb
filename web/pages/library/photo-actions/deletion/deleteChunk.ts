import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { deleteChunkMutation } from '../../../../__generated__/deleteChunkMutation.graphql.ts'
import { runMutation } from '../../../../relay/useAppMutation.ts'
import { type ChunkResult, canOutliveThePage, inThreeAttempts } from '../photo-tasks/inThreeAttempts.ts'
import type { OptimisticDeletion } from './OptimisticDeletion.ts'

const mutation = graphql`
  mutation deleteChunkMutation($input: DeletePhotosInput!) {
    deletePhotos(input: $input) {
      ... on DeletePhotosSuccess {
        __typename
        remainingIds
      }
    }
  }
`

/**
 * Deletes up to 500 photos; each attempt asks for those that are still there. An answer that was lost does no harm: what
 * is gone already counts as deleted.
 */
export function deleteChunk(
  environment: IEnvironment,
  photoIds: readonly string[],
  deletion: OptimisticDeletion,
): Promise<ChunkResult> {
  return inThreeAttempts(photoIds, (left) => attempt(environment, left, deletion))
}

/** Those that the service could not delete; null when it did not answer. */
async function attempt(
  environment: IEnvironment,
  photoIds: readonly string[],
  deletion: OptimisticDeletion,
): Promise<readonly string[] | null> {
  const outcome = await runMutation<deleteChunkMutation>(environment, mutation, {
    variables: { input: { photoIds } },
    keepalive: canOutliveThePage(photoIds),
    // Not by directives: the counts of months follow, and the optimistic update ends for these photos in the same step.
    updater: (store, response) => {
      const left = new Set(stillThere(response, photoIds))
      deletion.settle(
        store,
        photoIds.filter((id) => !left.has(id)),
      )
    },
  })
  return outcome.kind === 'answered' ? stillThere(outcome.response, photoIds) : null
}

/** Those that can be tried again. What is not found was deleted before: by a call whose answer was lost, or elsewhere. */
function stillThere(
  response: deleteChunkMutation['response'] | null | undefined,
  photoIds: readonly string[],
): readonly string[] {
  const result = response?.deletePhotos
  if (result?.__typename !== 'DeletePhotosSuccess') return photoIds
  const remaining = new Set(result.remainingIds)
  return photoIds.filter((id) => remaining.has(id))
}

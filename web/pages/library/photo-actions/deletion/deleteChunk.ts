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
 * Deletes up to 500 photos. Each attempt sends the photos that are left. A lost response does no harm: photos that are
 * already deleted count as deleted.
 */
export function deleteChunk(
  environment: IEnvironment,
  photoIds: readonly string[],
  deletion: OptimisticDeletion,
): Promise<ChunkResult> {
  return inThreeAttempts(photoIds, (left) => attempt(environment, left, deletion))
}

/** The photos that the service could not delete; null if it did not respond. */
async function attempt(
  environment: IEnvironment,
  photoIds: readonly string[],
  deletion: OptimisticDeletion,
): Promise<readonly string[] | null> {
  const outcome = await runMutation<deleteChunkMutation>(environment, mutation, {
    variables: { input: { photoIds } },
    keepalive: canOutliveThePage(photoIds),
    // An updater instead of directives: the counts of months change too, and the optimistic update must shrink in the
    // same step.
    updater: (store, response) => {
      const left = new Set(remainingOf(response, photoIds))
      deletion.settle(
        store,
        photoIds.filter((id) => !left.has(id)),
      )
    },
  })
  return outcome.kind === 'answered' ? remainingOf(outcome.response, photoIds) : null
}

/**
 * The photos that can be retried. Unknown photos were deleted before: by a call whose response was lost, or elsewhere.
 */
function remainingOf(
  response: deleteChunkMutation['response'] | null | undefined,
  photoIds: readonly string[],
): readonly string[] {
  const result = response?.deletePhotos
  if (result?.__typename !== 'DeletePhotosSuccess') return photoIds
  const remaining = new Set(result.remainingIds)
  return photoIds.filter((id) => remaining.has(id))
}

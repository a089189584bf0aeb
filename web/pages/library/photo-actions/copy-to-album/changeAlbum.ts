import type { GraphQLTaggedNode, IEnvironment } from 'relay-runtime'
import type { addChunkMutation } from '../../../../__generated__/addChunkMutation.graphql.ts'
import type { removeChunkMutation } from '../../../../__generated__/removeChunkMutation.graphql.ts'
import { unknownResult } from '../../../../relay/unknownResult.ts'
import { runMutation } from '../../../../relay/useAppMutation.ts'
import { canOutliveThePage } from '../photo-tasks/inThreeAttempts.ts'
import type { AlbumAnswer } from './AlbumWork.ts'
import type { ExpectedCount } from './ExpectedCount.ts'

/** The change of an album by one call. */
export interface AlbumChange {
  readonly albumId: string
  readonly photoIds: readonly string[]
  /** The optimistic update of the album's count. */
  readonly count: ExpectedCount
}

type AlbumMutation = addChunkMutation | removeChunkMutation

/** Adds photos to an album or removes them: both mutations have responses of the same form. */
export async function changeAlbum(
  environment: IEnvironment,
  mutation: GraphQLTaggedNode,
  { albumId, photoIds, count }: AlbumChange,
): Promise<AlbumAnswer> {
  const outcome = await runMutation<AlbumMutation>(environment, mutation, {
    variables: { input: { albumId, photoIds } },
    keepalive: canOutliveThePage(photoIds),
    // The response contains the real count, so the optimistic update shrinks in the same step.
    updater: (_, response) => {
      const answer = response ? answerOf(response) : null
      if (answer?.kind === 'answered') count.settle(photoIds.length - answer.remainingIds.length)
    },
  })
  return outcome.kind === 'failed' ? { kind: 'failed' } : answerOf(outcome.response)
}

function answerOf(response: AlbumMutation['response']): AlbumAnswer {
  const result = 'addPhotosToAlbum' in response ? response.addPhotosToAlbum : response.removePhotosFromAlbum
  switch (result.__typename) {
    case 'AddPhotosToAlbumSuccess':
      return { kind: 'answered', doneIds: result.addedIds, remainingIds: result.remainingIds }
    case 'RemovePhotosFromAlbumSuccess':
      return { kind: 'answered', doneIds: result.removedIds, remainingIds: result.remainingIds }
    case 'AlbumNotFound':
      return { kind: 'missing' }
    case 'AlbumIsShared':
      return { kind: 'shared' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { removeChunkMutation } from '../../../__generated__/removeChunkMutation.graphql.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'
import { canOutliveThePage } from '../photo-tasks/inThreeAttempts.ts'
import type { AlbumAnswer } from './AlbumWork.ts'
import type { ExpectedCount } from './ExpectedCount.ts'

const mutation = graphql`
  mutation removeChunkMutation($input: RemovePhotosFromAlbumInput!) {
    removePhotosFromAlbum(input: $input) {
      __typename
      ... on RemovePhotosFromAlbumSuccess {
        removedIds
        remainingIds
        album {
          photosCount
          updated
          cover {
            ...PhotoImage_photo
          }
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

/** Takes up to 500 photos out of an album. Those that are not in it any more count as gone, so that a lost answer does no harm. */
export async function removeChunk(
  environment: IEnvironment,
  albumId: string,
  photoIds: readonly string[],
  count: ExpectedCount,
): Promise<AlbumAnswer> {
  const outcome = await runMutation<removeChunkMutation>(environment, mutation, {
    variables: { input: { albumId, photoIds } },
    keepalive: canOutliveThePage(photoIds),
    // The answer has the album's count: what was expected of it ends in the same step.
    updater: (_, response) => {
      const result = response?.removePhotosFromAlbum
      if (result?.__typename === 'RemovePhotosFromAlbumSuccess')
        count.settle(photoIds.length - result.remainingIds.length)
    },
  })
  if (outcome.kind === 'failed') return { kind: 'failed' }
  const { removePhotosFromAlbum: result } = outcome.response
  switch (result.__typename) {
    case 'RemovePhotosFromAlbumSuccess':
      return { kind: 'answered', doneIds: result.removedIds, remainingIds: result.remainingIds }
    case 'AlbumNotFound':
      return { kind: 'missing' }
    case 'AlbumIsShared':
      return { kind: 'shared' }
    case '%other':
      return { kind: 'failed' }
  }
}

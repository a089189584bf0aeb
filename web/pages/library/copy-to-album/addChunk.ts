import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { addChunkMutation } from '../../../__generated__/addChunkMutation.graphql.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'
import { canOutliveThePage } from '../photo-tasks/inThreeAttempts.ts'
import type { AlbumAnswer } from './AlbumWork.ts'
import type { ExpectedCount } from './ExpectedCount.ts'

const mutation = graphql`
  mutation addChunkMutation($input: AddPhotosToAlbumInput!) {
    addPhotosToAlbum(input: $input) {
      __typename
      ... on AddPhotosToAlbumSuccess {
        addedIds
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

/** Puts up to 500 photos into an album. Those that are in it already stay, so that a lost answer does no harm. */
export async function addChunk(
  environment: IEnvironment,
  albumId: string,
  photoIds: readonly string[],
  count: ExpectedCount,
): Promise<AlbumAnswer> {
  const outcome = await runMutation<addChunkMutation>(environment, mutation, {
    variables: { input: { albumId, photoIds } },
    keepalive: canOutliveThePage(photoIds),
    // The answer has the album's count: what was expected of it ends in the same step.
    updater: (_, response) => {
      const result = response?.addPhotosToAlbum
      if (result?.__typename === 'AddPhotosToAlbumSuccess') count.settle(photoIds.length - result.remainingIds.length)
    },
  })
  if (outcome.kind === 'failed') return { kind: 'failed' }
  const { addPhotosToAlbum: result } = outcome.response
  switch (result.__typename) {
    case 'AddPhotosToAlbumSuccess':
      return { kind: 'answered', doneIds: result.addedIds, remainingIds: result.remainingIds }
    case 'AlbumNotFound':
      return { kind: 'missing' }
    case 'AlbumIsShared':
      return { kind: 'shared' }
    case '%other':
      return { kind: 'failed' }
  }
}

import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { AlbumAnswer } from './AlbumWork.ts'
import { type AlbumChange, changeAlbum } from './changeAlbum.ts'

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

/** Removes up to 500 photos from an album. Idempotent: photos that are no longer in it count as removed. */
export function removeChunk(environment: IEnvironment, change: AlbumChange): Promise<AlbumAnswer> {
  return changeAlbum(environment, mutation, change)
}

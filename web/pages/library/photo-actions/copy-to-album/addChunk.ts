import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { AlbumAnswer } from './AlbumWork.ts'
import { type AlbumChange, changeAlbum } from './changeAlbum.ts'

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

/** Adds up to 500 photos to an album. Idempotent: photos that are already in it stay. */
export function addChunk(environment: IEnvironment, change: AlbumChange): Promise<AlbumAnswer> {
  return changeAlbum(environment, mutation, change)
}

import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { askForArchiveMutation } from '../../__generated__/askForArchiveMutation.graphql.ts'
import type { askForArchiveOfSharedAlbumMutation } from '../../__generated__/askForArchiveOfSharedAlbumMutation.graphql.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import type { ArchiveRequest } from './archiveMemory.ts'

const ofOwnPhotos = graphql`
  mutation askForArchiveMutation($input: RequestDownloadInput!) {
    requestDownload(input: $input) {
      __typename
      ... on RequestDownloadSuccess {
        download {
          downloadId
        }
      }
      ... on PhotosNotFound {
        __typename
      }
    }
  }
`

const ofSharedAlbum = graphql`
  mutation askForArchiveOfSharedAlbumMutation($input: RequestSharedAlbumDownloadInput!) {
    requestSharedAlbumDownload(input: $input) {
      __typename
      ... on RequestDownloadSuccess {
        download {
          downloadId
        }
      }
      ... on PhotosNotFound {
        __typename
      }
    }
  }
`

/** What became of asking: the archive is being made, none of the photos is there any more, or nobody knows. */
export type ArchiveAnswer =
  | { readonly kind: 'asked'; readonly downloadId: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' }

/** Asks for an archive, also when the page is left meanwhile. Never rejects. */
export async function askForArchive(
  environment: IEnvironment,
  { photoIds, sharedAlbumId, name }: ArchiveRequest,
  idempotencyKey: string,
): Promise<ArchiveAnswer> {
  const input = { photoIds, name, idempotencyKey }
  if (sharedAlbumId === null) {
    const outcome = await runMutation<askForArchiveMutation>(environment, ofOwnPhotos, {
      variables: { input },
      keepalive: true,
    })
    return outcome.kind === 'answered' ? answerOf(outcome.response.requestDownload) : { kind: 'failed' }
  }
  const outcome = await runMutation<askForArchiveOfSharedAlbumMutation>(environment, ofSharedAlbum, {
    variables: { input: { ...input, sharedAlbumId } },
    keepalive: true,
  })
  return outcome.kind === 'answered' ? answerOf(outcome.response.requestSharedAlbumDownload) : { kind: 'failed' }
}

type Answered =
  | askForArchiveMutation['response']['requestDownload']
  | askForArchiveOfSharedAlbumMutation['response']['requestSharedAlbumDownload']

function answerOf(answered: Answered): ArchiveAnswer {
  if (answered.__typename === 'PhotosNotFound') return { kind: 'gone' }
  if (answered.__typename === 'RequestDownloadSuccess') {
    return { kind: 'asked', downloadId: answered.download.downloadId }
  }
  return { kind: 'failed' }
}

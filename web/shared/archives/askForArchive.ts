import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { askForArchiveMutation } from '../../__generated__/askForArchiveMutation.graphql.ts'
import type { askForArchiveOfSharedAlbumMutation } from '../../__generated__/askForArchiveOfSharedAlbumMutation.graphql.ts'
import type { RequestError } from '../../relay/errors.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import type { ArchiveRequest } from './archiveMemory.ts'
import type { Wait } from './tooManyDownloads.ts'

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

/**
 * The result of a request. `accepted`: the archive is being made. `gone`: none of the photos exists any more. `busy`:
 * the rate limit was exceeded. `failed`: the result is unknown.
 */
export type ArchiveAnswer =
  | { readonly kind: 'accepted'; readonly downloadId: string }
  | { readonly kind: 'gone' | 'failed' }
  | ({ readonly kind: 'busy' } & Wait)

/** Requests an archive, even if the page is left meanwhile. Never rejects. */
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
    return outcome.kind === 'answered' ? answerOf(outcome.response.requestDownload) : failureOf(outcome.error)
  }
  const outcome = await runMutation<askForArchiveOfSharedAlbumMutation>(environment, ofSharedAlbum, {
    variables: { input: { ...input, sharedAlbumId } },
    keepalive: true,
  })
  return outcome.kind === 'answered' ? answerOf(outcome.response.requestSharedAlbumDownload) : failureOf(outcome.error)
}

function failureOf({ code, retryAfter }: RequestError): ArchiveAnswer {
  return code === 'RATE_LIMITED' ? { kind: 'busy', retryAfter } : { kind: 'failed' }
}

type Answered =
  | askForArchiveMutation['response']['requestDownload']
  | askForArchiveOfSharedAlbumMutation['response']['requestSharedAlbumDownload']

function answerOf(answered: Answered): ArchiveAnswer {
  if (answered.__typename === 'PhotosNotFound') return { kind: 'gone' }
  if (answered.__typename === 'RequestDownloadSuccess') {
    return { kind: 'accepted', downloadId: answered.download.downloadId }
  }
  return { kind: 'failed' }
}

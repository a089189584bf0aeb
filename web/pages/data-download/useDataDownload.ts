import { useEffect, useEffectEvent, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useDataDownloadMutation } from '../../__generated__/useDataDownloadMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, signInAgain, typedBefore } from '../../auth/signInAgain.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { saveFile } from '../../shared/fileDownload/saveFile.ts'

const mutation = graphql`
  mutation useDataDownloadMutation {
    requestDataDownload {
      __typename
      ... on RequestDataDownloadSuccess {
        file {
          url
          fileName
        }
      }
      ... on DataDownloadIncomplete {
        __typename
      }
      ... on TooManyDataDownloads {
        retryAt
      }
      ... on DataDownloadNotOffered {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
      ... on CustomerNotFound {
        __typename
      }
    }
  }
`

/** Why there is no file. */
export type DownloadFailure =
  /** @property retryAt when the next file can be made */
  | { readonly kind: 'tooMany'; readonly retryAt: string }
  | { readonly kind: 'incomplete' | 'notOffered' }
  /** Without an id, no request has reached the gateway. */
  | { readonly kind: 'other'; readonly correlationId: string | null }

type DownloadState =
  | { readonly kind: 'notRequested' | 'making' }
  /** The browser downloads the file. */
  | { readonly kind: 'saved'; readonly fileName: string }
  /** The account is deleted, or marked for deletion. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly failure: DownloadFailure }

const other = (correlationId: string | null = null) =>
  ({ kind: 'failed', failure: { kind: 'other', correlationId } }) as const

/**
 * Has the file made, and downloads it. If the sign-in is not recent, the customer first enters the password, and comes
 * back to this page, which then continues by itself.
 */
export function useDataDownload() {
  const { signIn } = useSession()
  const [run] = useAppMutation<useDataDownloadMutation>(mutation)
  const [state, setState] = useState<DownloadState>({ kind: wasDownloading(signIn) ? 'making' : 'notRequested' })
  const download = async (): Promise<DownloadState> => {
    const outcome = await run({ variables: {} })
    if (outcome.kind === 'failed') return other(outcome.error.correlationId)
    const result = outcome.response.requestDataDownload
    switch (result.__typename) {
      case 'RequestDataDownloadSuccess': {
        const { url, fileName } = result.file
        return saveFile(url, fileName).then(
          () => ({ kind: 'saved', fileName }) as const,
          () => other(),
        )
      }
      case 'RecentSignInRequired':
        return signInAgain(signIn, { action: 'download' }).catch(() => other())
      case 'CustomerNotFound':
        return { kind: 'gone' }
      case 'TooManyDataDownloads':
        return { kind: 'failed', failure: { kind: 'tooMany', retryAt: result.retryAt } }
      case 'DataDownloadIncomplete':
        return { kind: 'failed', failure: { kind: 'incomplete' } }
      case 'DataDownloadNotOffered':
        return { kind: 'failed', failure: { kind: 'notOffered' } }
      case '%other':
      default:
        unknownResult(result)
        return other()
    }
  }
  const start = () => {
    setState({ kind: 'making' })
    void download().then(setState)
  }
  const resume = useEffectEvent(() => {
    if (!wasDownloading(signIn)) return
    forgetTyped()
    // The first state is `making` already.
    void download().then(setState)
  })
  useEffect(() => resume(), [])
  return { state, start }
}

/** Whether the customer has just entered the password to download the file. */
function wasDownloading(signIn: Session['signIn']): boolean {
  return typedBefore(signIn)?.['action'] === 'download'
}

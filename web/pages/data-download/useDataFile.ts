import { useEffect, useEffectEvent, useState } from 'react'
import type { dataFileMutationsRequestMutation } from '../../__generated__/dataFileMutationsRequestMutation.graphql.ts'
import type { dataFileMutationsUrlMutation } from '../../__generated__/dataFileMutationsUrlMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, signInAgain, typedBefore } from '../../auth/signInAgain.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { saveFile } from '../../shared/fileDownload/saveFile.ts'
import { removeIfGone, requestMutation, showRequested, urlMutation } from './dataFileMutations.ts'

/** A file that can be downloaded. */
export interface ReadyFile {
  readonly id: string
  readonly fileName: string
}

/** Why a request or a download has failed. */
export type DataFileProblem =
  /** @property retryAt when the next file can be requested */
  | { readonly kind: 'tooMany'; readonly retryAt: string }
  /** `expired`: the file was deleted meanwhile. */
  | { readonly kind: 'expired' | 'notOffered' }
  /** The correlation id is null if the failure was not a failed request to the gateway. */
  | { readonly kind: 'requestFailed' | 'downloadFailed'; readonly correlationId: string | null }

type Outcome =
  | { readonly kind: 'idle' | 'requesting' | 'downloading' }
  /** The browser downloads the file. */
  | { readonly kind: 'saved'; readonly fileName: string }
  /** The account is deleted, or marked for deletion. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: DataFileProblem }

const idle = { kind: 'idle' } as const
const failed = (problem: DataFileProblem) => ({ kind: 'failed', problem }) as const
const failedAs = (kind: 'requestFailed' | 'downloadFailed', correlationId: string | null = null) =>
  failed({ kind, correlationId })

/**
 * Requests a file with all data, and downloads it. If the sign-in is not recent, the customer first enters the
 * password, and comes back to this page, which then continues by itself.
 */
export function useDataFile() {
  const { signIn } = useSession()
  const [outcome, setOutcome] = useState<Outcome>(() => firstOutcome(signIn))
  const requestFile = useRequest(signIn)
  const downloadFile = useDownload(signIn)
  const request = () => {
    setOutcome({ kind: 'requesting' })
    void requestFile().then(setOutcome)
  }
  const download = (file: ReadyFile) => {
    setOutcome({ kind: 'downloading' })
    void downloadFile(file).then(setOutcome)
  }
  const resume = useEffectEvent(() => {
    const before = typedBefore(signIn)
    if (!before) return
    forgetTyped()
    const { action, id, fileName } = before
    // The initial outcome (`firstOutcome`) already says that the request or the download is running.
    if (action === 'request') void requestFile().then(setOutcome)
    if (action === 'download' && id && fileName) void downloadFile({ id, fileName }).then(setOutcome)
  })
  useEffect(() => resume(), [])
  return { outcome, request, download }
}

/**
 * The initial outcome: `requesting` or `downloading` if that action continues after the customer has entered the
 * password, otherwise `idle`.
 */
function firstOutcome(signIn: Session['signIn']): Outcome {
  const action = typedBefore(signIn)?.['action']
  return action === 'request' ? { kind: 'requesting' } : action === 'download' ? { kind: 'downloading' } : idle
}

function useRequest(signIn: Session['signIn']): () => Promise<Outcome> {
  const [run] = useAppMutation<dataFileMutationsRequestMutation>(requestMutation)
  return async () => {
    const answer = await run({ variables: {}, updater: showRequested })
    if (answer.kind === 'failed') return failedAs('requestFailed', answer.error.correlationId)
    const result = answer.response.requestDataFile
    switch (result.__typename) {
      case 'RequestDataFileSuccess':
        return idle
      case 'RecentSignInRequired':
        return signInAgain(signIn, { action: 'request' }).catch(() => failedAs('requestFailed'))
      case 'CustomerNotFound':
        return { kind: 'gone' }
      case 'TooManyDataFiles':
        return failed({ kind: 'tooMany', retryAt: result.retryAt })
      case 'DataFileNotOffered':
        return failed({ kind: 'notOffered' })
      case '%other':
      default:
        unknownResult(result)
        return failedAs('requestFailed')
    }
  }
}

function useDownload(signIn: Session['signIn']): (file: ReadyFile) => Promise<Outcome> {
  const [run] = useAppMutation<dataFileMutationsUrlMutation>(urlMutation)
  return async ({ id, fileName }) => {
    const answer = await run({ variables: { input: { dataFileId: id } }, updater: removeIfGone })
    if (answer.kind === 'failed') return failedAs('downloadFailed', answer.error.correlationId)
    const result = answer.response.createDataFileUrl
    switch (result.__typename) {
      case 'CreateDataFileUrlSuccess':
        return saveFile(result.url, fileName).then(
          () => ({ kind: 'saved', fileName }) as const,
          () => failedAs('downloadFailed'),
        )
      case 'RecentSignInRequired':
        return signInAgain(signIn, { action: 'download', id, fileName }).catch(() => failedAs('downloadFailed'))
      case 'DataFileNotFound':
        return failed({ kind: 'expired' })
      case 'DataFileNotReady':
        return failedAs('downloadFailed')
      case '%other':
      default:
        unknownResult(result)
        return failedAs('downloadFailed')
    }
  }
}

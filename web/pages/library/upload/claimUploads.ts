import { retryLater } from '../../../app/backoff.ts'
import { askStorage } from '../../../shared/storage/askStorage.ts'
import { type ReceivedUpload, ReceivedUploads } from './receivedUploads.ts'
import { claimAddress, readOutcomes, uploadIdOf } from './storageAnswer.ts'
import type { UploadQueue } from './uploadQueue.ts'
import type { AccessToken } from './uploadTypes.ts'

/** The limit of `POST /getanonymousuploads`. */
const maxIdsPerRequest = 100
/** Only one tab at a time claims. The others then find nothing left to claim. */
const lockName = 'keepsake.claimUploads'

export interface ClaimOptions {
  readonly accountId: string
  /** The absolute tus endpoint. */
  readonly endpoint: string
  readonly accessToken: AccessToken
  readonly queue: Pick<UploadQueue, 'addClaimed'>
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly locks: Pick<LockManager, 'request'>
}

/**
 * Claims the files that this browser has uploaded before the sign-in, and shows them in the queue of the account. Tries
 * again until storage has answered. Only then are the files removed from the list of files to claim. @returns a
 * function that ends the attempts; the next page continues them
 */
export function claimUploads(options: ClaimOptions): () => void {
  const ending = new AbortController()
  let cancelRetry: (() => void) | null = null
  let failures = 0
  const attempt = async () => {
    try {
      await options.locks.request(lockName, { signal: ending.signal }, async () => claimAll(options, ending.signal))
    } catch {
      if (ending.signal.aborted) return
      cancelRetry = retryLater(failures, () => void attempt())
      failures += 1
    }
  }
  void attempt()
  return () => {
    ending.abort()
    cancelRetry?.()
  }
}

async function claimAll(options: ClaimOptions, signal: AbortSignal): Promise<void> {
  const received = new ReceivedUploads(options.storage)
  const uploads = received.claimFor(options.accountId)
  for (let from = 0; from < uploads.length; from += maxIdsPerRequest) {
    const asked = uploads.slice(from, from + maxIdsPerRequest)
    const outcomes = await claim(asked, options, signal)
    received.forget(asked.map(({ uploadUrl }) => uploadUrl))
    options.queue.addClaimed(
      asked.map((upload) => ({ upload, outcome: outcomes.get(uploadIdOf(upload.uploadUrl)) ?? null })),
    )
  }
}

async function claim(
  uploads: readonly ReceivedUpload[],
  { endpoint, accessToken }: ClaimOptions,
  signal: AbortSignal,
): Promise<NonNullable<ReturnType<typeof readOutcomes>>> {
  const body = JSON.stringify(uploads.map(({ uploadUrl }) => uploadIdOf(uploadUrl)))
  const ask = async (token: string | null) =>
    askStorage(claimAddress(endpoint), token, signal, { method: 'POST', body })
  const token = await accessToken(null)
  const first = await ask(token)
  const response = first.status === 401 ? await ask(await accessToken(token)) : first
  const outcomes = response.ok ? readOutcomes(await response.text()) : null
  if (outcomes === null) throw new Error(`Storage answered ${response.status}`)
  return outcomes
}

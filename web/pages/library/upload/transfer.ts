import { jitter } from '../../../app/backoff.ts'
import { pause } from './pause.ts'
import {
  attemptTransfer,
  type AttemptResult,
  type KeptUpload,
  type ReceivedFile,
  type TransferOptions,
} from './transferAttempt.ts'
import type { UploadFailure } from './uploadTypes.ts'

/** Delays after failures, in ms. The series starts again when bytes have arrived between two failures. */
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000]
const offlineMilliseconds = 30_000
const maxRestarts = 3

export type TransferResult =
  | KeptUpload
  | ReceivedFile
  | { readonly kind: 'failed'; readonly failure: UploadFailure }
  | { readonly kind: 'stopped' }

interface RetriedTransferOptions extends TransferOptions {
  /** The upload to resume; null for a new one. */
  readonly uploadUrl: string | null
  /** Overrides the default delays, in ms. */
  readonly retryDelays?: readonly number[]
  /** Called before each wait for the next attempt. */
  onWaiting(): void
}

/**
 * Uploads one file to storage, with retries after lost connections. Resolves when storage keeps it or has refused it.
 * Never rejects.
 */
export async function transfer(options: RetriedTransferOptions): Promise<TransferResult> {
  const delays = options.retryDelays ?? retryDelays
  let { uploadUrl } = options
  let failures = 0
  let restarts = 0
  let furthest = 0
  let reached = 0
  const watched: TransferOptions = {
    ...options,
    onUrl: (url) => {
      uploadUrl = url
      options.onUrl(url)
    },
    onProgress: (bytesSent) => {
      reached = Math.max(reached, bytesSent)
      options.onProgress(bytesSent)
    },
  }
  for (;;) {
    const result = await tryOnce(uploadUrl, watched)
    if (options.signal.aborted || result.kind === 'stopped') return { kind: 'stopped' }
    if (result.kind === 'kept' || result.kind === 'received') return result
    if (result.kind === 'refused') return { kind: 'failed', failure: result.failure }
    if (result.kind === 'vanished') {
      restarts += 1
      uploadUrl = null
      if (restarts >= maxRestarts) return { kind: 'failed', failure: 'SERVICE_UNAVAILABLE' }
      continue
    }
    if (result.kind === 'limited') {
      // Not counted as a failure: storage works, and has said when to continue.
      options.onWaiting()
      await pause(jitter(result.milliseconds), options.signal)
      continue
    }
    if (reached > furthest) failures = 0
    furthest = reached
    options.onWaiting()
    if (!navigator.onLine) {
      // Being offline is not counted as a failure. Retried anyway, because some systems report offline wrongly.
      await pause(offlineMilliseconds, options.signal)
      continue
    }
    const delay = delays[failures]
    if (delay === undefined) return { kind: 'failed', failure: result.failure }
    failures += 1
    await pause(jitter(delay), options.signal)
  }
}

async function tryOnce(uploadUrl: string | null, options: TransferOptions): Promise<AttemptResult> {
  try {
    return await attemptTransfer(uploadUrl, options)
  } catch {
    // The code of tus could not be loaded.
    return { kind: 'again', failure: 'CONNECTION_LOST' }
  }
}

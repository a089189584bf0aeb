import { pause } from './pause.ts'
import { attemptTransfer, type AttemptResult, type TransferOptions } from './transferAttempt.ts'
import type { UploadFailure } from './uploadTypes.ts'

/** Waits after a failure, in milliseconds; bytes that arrive between two failures start the series again. */
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000]
const offlineMilliseconds = 30_000
const mostBeginnings = 3

export type TransferResult =
  | { readonly kind: 'stored'; readonly imageId: string; readonly duplicate: boolean }
  | { readonly kind: 'failed'; readonly failure: UploadFailure }
  | { readonly kind: 'stopped' }

interface PatientTransferOptions extends TransferOptions {
  /** Null to begin; else the upload to go on with. */
  readonly uploadUrl: string | null
  /** In place of the usual waits. */
  readonly retryDelays?: readonly number[]
  /** Nothing moves until the next try. */
  onWaiting(): void
}

/** Brings one file to storage, however often the connection breaks. Resolves when storage has decided. Never rejects. */
export async function transfer(options: PatientTransferOptions): Promise<TransferResult> {
  const delays = options.retryDelays ?? retryDelays
  let { uploadUrl } = options
  let failures = 0
  let beginnings = 0
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
    if (result.kind === 'stored') return result
    if (result.kind === 'refused') return { kind: 'failed', failure: result.failure }
    if (result.kind === 'vanished') {
      beginnings += 1
      uploadUrl = null
      if (beginnings >= mostBeginnings) return { kind: 'failed', failure: 'SERVICE_UNAVAILABLE' }
      continue
    }
    if (reached > furthest) failures = 0
    furthest = reached
    options.onWaiting()
    if (!navigator.onLine) {
      // Nobody is to blame, so it does not count; some systems say so wrongly, so it is tried all the same.
      await pause(offlineMilliseconds, options.signal)
      continue
    }
    const delay = delays[failures]
    if (delay === undefined) return { kind: 'failed', failure: result.failure }
    failures += 1
    // Spread, so that a service that comes back is not asked by everybody in the same moment.
    await pause(delay * (0.75 + Math.random() / 2), options.signal)
  }
}

async function tryOnce(uploadUrl: string | null, options: TransferOptions): Promise<AttemptResult> {
  try {
    return await attemptTransfer(uploadUrl, options)
  } catch {
    // The part of the page that uploads could not be loaded.
    return { kind: 'again', failure: 'CONNECTION_LOST' }
  }
}

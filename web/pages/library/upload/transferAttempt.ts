import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { askStorage } from '../../../shared/storage/askStorage.ts'
import { AuthorizedHttpStack, SignedOutError } from './authorizedHttpStack.ts'
import { outcomeAddress, readOutcome, readRefusal, type StorageOutcome } from './storageAnswer.ts'
import type { AccessToken, UploadFailure } from './uploadTypes.ts'

/** A request without progress for this time is aborted and retried. */
const defaultStalledMilliseconds = 30_000
/** The timeout after the last byte: storage reads and checks the whole file before it answers. */
const answerMilliseconds = 300_000
const bytesPerRequest = 32 * 1024 * 1024
/** After a rate limit or a full disk: the delay if the response has no `Retry-After`, and the longest delay. */
const [defaultLimitMilliseconds, longestLimitMilliseconds] = [1_000, 60_000]

/** Describes the upload of one file. */
export interface TransferOptions {
  readonly file: Blob
  readonly name: string
  readonly type: string
  /** The absolute tus endpoint. */
  readonly endpoint: string
  readonly accountId: string
  /** Null before the sign-in. */
  readonly accessToken: AccessToken | null
  readonly signal: AbortSignal
  /** Overrides the default time without progress after which a request is aborted. */
  readonly stalledMilliseconds?: number | undefined
  onUrl(url: string): void
  onProgress(bytesSent: number): void
  /** Called when all bytes are sent and storage checks the file. */
  onSent(): void
}

/** A file that storage keeps. The photo is in the library only if `isVisible`. */
export type KeptUpload = Extract<StorageOutcome, { kind: 'kept' }>

/** A file that storage has received, and that no account owns yet. */
export type ReceivedFile = Extract<StorageOutcome, { kind: 'received' }>

/**
 * The result of one attempt. `again`: retry after a delay. `limited`: storage limits requests, or its disk is full, and
 * it has named the delay. `vanished`: storage no longer has the upload.
 */
export type AttemptResult =
  | KeptUpload
  | ReceivedFile
  | { readonly kind: 'refused'; readonly failure: UploadFailure }
  | { readonly kind: 'again'; readonly failure: UploadFailure }
  | { readonly kind: 'limited'; readonly milliseconds: number }
  | { readonly kind: 'vanished' }
  | { readonly kind: 'stopped' }

const answerMissing: AttemptResult = { kind: 'again', failure: 'SERVICE_UNAVAILABLE' }

/**
 * Makes one attempt: creates the upload or resumes it at storage's offset. The attempt ends when storage answers or the
 * connection breaks.
 */
export async function attemptTransfer(uploadUrl: string | null, options: TransferOptions): Promise<AttemptResult> {
  const tus = await import('tus-js-client')
  const { stalledMilliseconds = defaultStalledMilliseconds } = options
  const httpStack = new AuthorizedHttpStack({
    base: new tus.DefaultHttpStack({}),
    origin: new URL(options.endpoint).origin,
    accessToken: options.accessToken,
  })
  return new Promise((resolve) => {
    let stalled: ReturnType<typeof setTimeout> | undefined
    const end = (result: AttemptResult | Promise<AttemptResult>) => {
      clearTimeout(stalled)
      options.signal.removeEventListener('abort', stop)
      resolve(result)
    }
    const watch = (milliseconds: number) => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        void upload.abort()
        end({ kind: 'again', failure: 'CONNECTION_LOST' })
      }, milliseconds)
    }
    const upload: Upload = new tus.Upload(options.file, {
      ...tusOptions(uploadUrl, options),
      httpStack,
      onProgress: (bytesSent) => {
        const isSent = bytesSent >= options.file.size
        watch(isSent ? answerMilliseconds : stalledMilliseconds)
        options.onProgress(bytesSent)
        if (isSent) options.onSent()
      },
      onUploadUrlAvailable: () => {
        // With an endpoint, tus would restart the upload whenever the request for the offset fails.
        upload.options.endpoint = null
        if (upload.url !== null) options.onUrl(upload.url)
      },
      onSuccess: () => end(askOutcome(upload.url, options)),
      onError: (error) => end(resultOfError(error, upload, options)),
    })
    const stop = () => {
      void upload.abort()
      end({ kind: 'stopped' })
    }
    if (options.signal.aborted) return stop()
    options.signal.addEventListener('abort', stop)
    watch(stalledMilliseconds)
    upload.start()
  })
}

/**
 * Deletes an upload at the server in the background. A failure is harmless, because unfinished uploads expire at the
 * server.
 * @param onFinished called if the upload was already complete; storage then keeps the file
 */
export function terminateLater(
  uploadUrl: string | null,
  options: { endpoint: string; accessToken: AccessToken | null },
  onFinished: (uploadUrl: string) => void = () => undefined,
): void {
  if (uploadUrl === null) return
  terminateTransfer(uploadUrl, options).then(
    (isDeleted) => (isDeleted ? undefined : onFinished(uploadUrl)),
    () => undefined,
  )
}

/**
 * Deletes an upload at the server. If that fails, the server deletes the upload when it expires.
 * @returns false if the upload cannot be deleted, because storage has received the whole file and decided about it
 */
async function terminateTransfer(
  uploadUrl: string,
  options: { endpoint: string; accessToken: AccessToken | null },
): Promise<boolean> {
  const tus = await import('tus-js-client')
  const httpStack = new AuthorizedHttpStack({
    base: new tus.DefaultHttpStack({}),
    origin: new URL(options.endpoint).origin,
    accessToken: options.accessToken,
  })
  try {
    await tus.Upload.terminate(uploadUrl, { httpStack, retryDelays: [500, 2000, 8000], onShouldRetry: isTemporary })
    return true
  } catch (error) {
    if (error instanceof tus.DetailedError && statusOf(error) === 409) return false
    throw error
  }
}

function isTemporary(error: DetailedError): boolean {
  const status = statusOf(error)
  return status < 400 || status === 423 || status === 429 || status >= 500
}

/** The status of the response; 0 if there is no response. */
function statusOf(error: DetailedError): number {
  return error.originalResponse?.getStatus() ?? 0
}

function tusOptions(uploadUrl: string | null, { name, type, endpoint }: TransferOptions): UploadOptions {
  return {
    ...(uploadUrl === null ? { endpoint } : { uploadUrl }),
    metadata: { filename: name, filetype: type },
    chunkSize: bytesPerRequest,
    retryDelays: null,
    storeFingerprintForResuming: false,
  }
}

async function resultOfError(
  error: Error | DetailedError,
  upload: Upload,
  options: TransferOptions,
): Promise<AttemptResult> {
  if (!('originalResponse' in error)) return { kind: 'again', failure: 'CONNECTION_LOST' }
  if (error.causingError instanceof SignedOutError) return { kind: 'refused', failure: 'SIGNED_OUT' }
  const response = error.originalResponse
  if (response === null) return (await isReadable(options.file)) ? connectionLost : unreadable
  const status = response.getStatus()
  if (status === 404 || status === 410) {
    return upload.url === null ? answerMissing : askOutcome(upload.url, options)
  }
  const failure = readRefusal(status, response.getBody())
  // Storage accepts no more files before the sign-in. A retry would not help.
  if (failure === 'SIGN_IN_FIRST') return { kind: 'refused', failure }
  if (isLimited(status)) return limitedResult(response.getHeader('Retry-After'))
  // 409 conflict, 423 locked and 408 timeout are all temporary.
  if (status >= 500 || [408, 409, 423].includes(status)) return answerMissing
  if (status >= 400) return { kind: 'refused', failure }
  return answerMissing
}

const connectionLost: AttemptResult = { kind: 'again', failure: 'CONNECTION_LOST' }
const unreadable: AttemptResult = { kind: 'refused', failure: 'UNREADABLE_FILE' }

/**
 * Whether the file can be read. If it was moved or changed since it was chosen, the request fails exactly as after a
 * lost connection.
 */
async function isReadable(file: Blob): Promise<boolean> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(true))
    reader.addEventListener('error', () => resolve(false))
    reader.readAsArrayBuffer(file.slice(0, 1))
  })
}

/** Whether the upload can continue after a delay: too many requests, or the disk of storage is full. */
function isLimited(status: number): boolean {
  return status === 429 || status === 507
}

/** @param retryAfter in seconds; a proxy may send none */
function limitedResult(retryAfter: string | null | undefined): AttemptResult {
  const seconds = Number(retryAfter ?? Number.NaN)
  const milliseconds = seconds > 0 ? Math.min(seconds * 1_000, longestLimitMilliseconds) : defaultLimitMilliseconds
  return { kind: 'limited', milliseconds }
}

/** Requests the outcome of an upload whose bytes have all arrived, or that tus no longer knows. */
async function askOutcome(uploadUrl: string | null, options: TransferOptions): Promise<AttemptResult> {
  if (uploadUrl === null) return answerMissing
  try {
    const token = options.accessToken === null ? null : await options.accessToken(null)
    if (token === null && options.accessToken !== null) return { kind: 'refused', failure: 'SIGNED_OUT' }
    const address = outcomeAddress(options.endpoint, uploadUrl, options.accountId)
    const response = await askStorage(address, token, options.signal)
    if (response.status === 404 || response.status === 410) return { kind: 'vanished' }
    if (isLimited(response.status)) return limitedResult(response.headers.get('Retry-After'))
    const outcome = response.ok ? readOutcome(await response.text()) : null
    return outcome && outcome.kind !== 'receiving' ? outcome : answerMissing
  } catch {
    return options.signal.aborted ? { kind: 'stopped' } : connectionLost
  }
}

import { perSession } from '../../../app/Session.ts'
import { Store } from '../../../app/Store.ts'
import { backoffDelay } from '../../../app/backoff.ts'
import { libraryEventsOf } from '../../../shared/LibraryEvents.ts'
import { askStorage } from '../../../shared/storage/askStorage.ts'
import { pause } from './pause.ts'
import { processingAddress, readProcessing } from './storageAnswer.ts'
import type { AccessToken } from './uploadTypes.ts'
import type { UploadQueueOptions } from './uploadQueueOptions.ts'

type Options = Pick<UploadQueueOptions, 'endpoint' | 'pollMilliseconds' | 'subscribeToUploads'> & {
  readonly accessToken: AccessToken
}

/** The usual and the longest delay between two requests, in ms. The delay doubles while storage does not answer. */
const [pollMilliseconds, longestMilliseconds] = [2_000, 60_000]

/**
 * Counts the account's uploads that storage is processing. The count includes uploads of earlier page loads and other
 * devices, which this page's queue does not know.
 */
class ProcessingUploads extends Store {
  readonly #options: Options
  #count = 0
  #following: AbortController | null = null

  constructor(options: Options) {
    super()
    this.#options = options
  }

  readonly getCount = (): number => this.#count

  /**
   * Asks only while the page is visible: immediately, whenever the page becomes visible, and repeatedly until the count
   * is 0.
   */
  readonly start = (): (() => void) => {
    const follow = () => {
      this.#following?.abort()
      this.#following = new AbortController()
      if (document.visibilityState === 'visible') void this.#follow(this.#following.signal)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      this.#following?.abort()
      document.removeEventListener('visibilitychange', follow)
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let failures = 0
    for (;;) {
      const count = await this.#ask(signal)
      if (signal.aborted) return
      if (count !== null && count !== this.#count) {
        this.#count = count
        this.changed()
      }
      if (count === 0) return
      failures = count === null ? failures + 1 : 0
      const delay = this.#options.pollMilliseconds ?? pollMilliseconds
      await pause(backoffDelay(failures + 1, delay, longestMilliseconds), signal, this.#options.subscribeToUploads)
    }
  }

  /** Reads the number from storage. Null if storage does not answer; 0 if storage lacks this call, or if nobody is signed
   * in. */
  async #ask(signal: AbortSignal): Promise<number | null> {
    const { endpoint, accessToken } = this.#options
    try {
      const token = await accessToken(null)
      if (token === null) return 0
      const response = await askStorage(processingAddress(endpoint), token, signal)
      if (response.status === 404) return 0
      return response.ok ? readProcessing(await response.text()) : null
    } catch {
      return null
    }
  }
}

export const processingUploadsOf = perSession(
  (session) =>
    new ProcessingUploads({
      endpoint: session.config.uploadUrl,
      subscribeToUploads: libraryEventsOf(session).subscribeToUploads,
      accessToken: async (refused) =>
        refused === null ? session.signIn.accessToken() : session.signIn.renewAfter(refused),
    }),
)

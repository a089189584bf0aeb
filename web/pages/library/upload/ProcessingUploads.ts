import { perSession } from '../../../app/Session.ts'
import { Store } from '../../../app/Store.ts'
import { pause } from './pause.ts'
import { processingAddress, readProcessing } from './storageAnswer.ts'
import type { UploadQueueOptions } from './uploadQueueOptions.ts'

type Options = Pick<UploadQueueOptions, 'endpoint' | 'accessToken' | 'pollMilliseconds'>

const defaultPollMilliseconds = 2_000

/**
 * How many uploads of the account are being made ready, by storage: also those of earlier pages and of other devices,
 * which this page's queue does not know.
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

  /** Asks while the page is visible: at once, when it becomes visible, and again while there are any. */
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
    for (;;) {
      const count = await this.#ask(signal)
      if (signal.aborted) return
      if (count !== this.#count) {
        this.#count = count
        this.changed()
      }
      if (count === 0) return
      await pause(this.#options.pollMilliseconds ?? defaultPollMilliseconds, signal)
    }
  }

  /** 0 as well if storage does not answer, or does not have this call. */
  async #ask(signal: AbortSignal): Promise<number> {
    const { endpoint, accessToken } = this.#options
    try {
      const token = await accessToken(null)
      if (token === null) return 0
      const response = await fetch(processingAddress(endpoint), {
        headers: { Authorization: `Bearer ${token}`, 'X-Correlation-Id': crypto.randomUUID() },
        signal,
      })
      return response.ok ? readProcessing(await response.text()) : 0
    } catch {
      return 0
    }
  }
}

export const processingUploadsOf = perSession(
  ({ config, signIn }) =>
    new ProcessingUploads({
      endpoint: config.uploadUrl,
      accessToken: async (refused) => (refused === null ? signIn.accessToken() : signIn.renewAfter(refused)),
    }),
)

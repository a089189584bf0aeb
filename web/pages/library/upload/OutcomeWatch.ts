import { backoffDelay } from '../../../app/backoff.ts'
import { askStorage } from '../../../shared/storage/askStorage.ts'
import { pause, type WakeUp } from './pause.ts'
import { isDecided, outcomesAddress, readOutcomes, type StorageOutcome, uploadIdOf } from './storageAnswer.ts'
import type { AccessToken } from './uploadTypes.ts'

/** The usual and the longest delay between two requests, in ms. The delay doubles while storage does not answer. */
const [pollMilliseconds, longestMilliseconds] = [1_000, 60_000]
/** The limit of `GET /uploads`. */
const maxIdsPerRequest = 100

interface OutcomeWatchOptions {
  /** The absolute tus endpoint. */
  readonly endpoint: string
  /** Null before the sign-in: there are no outcomes to follow then. */
  readonly accessToken: AccessToken | null
  /** Overrides the default delay between two requests, in ms. */
  readonly pollMilliseconds?: number | undefined
  readonly subscribeToUploads?: WakeUp | undefined
  /** Called once for each item. Null if storage does not know the upload any more. */
  onDecided(itemId: string, outcome: StorageOutcome | null): void
}

/** Polls storage for the outcome of uploads, until each file is in the library or has been refused. */
export class OutcomeWatch {
  readonly #options: OutcomeWatchOptions
  readonly #ending = new AbortController()
  /** The ids of the items, by the ids of their uploads. */
  readonly #items = new Map<string, string>()
  #isRunning = false

  constructor(options: OutcomeWatchOptions) {
    this.#options = options
  }

  follow(itemId: string, uploadUrl: string): void {
    this.#items.set(uploadIdOf(uploadUrl), itemId)
    if (!this.#isRunning) void this.#run()
  }

  close(): void {
    this.#ending.abort()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    const { signal } = this.#ending
    let failures = 0
    while (this.#items.size > 0 && !signal.aborted) {
      const delay = this.#options.pollMilliseconds ?? pollMilliseconds
      await pause(backoffDelay(failures + 1, delay, longestMilliseconds), signal, this.#options.subscribeToUploads)
      failures = (await this.#askAll()) ? 0 : failures + 1
    }
    this.#isRunning = false
  }

  /** @returns false if storage did not answer */
  async #askAll(): Promise<boolean> {
    const ids = [...this.#items.keys()]
    for (let from = 0; from < ids.length; from += maxIdsPerRequest) {
      const asked = ids.slice(from, from + maxIdsPerRequest)
      const outcomes = await this.#ask(asked)
      if (outcomes === null || this.#ending.signal.aborted) return false
      for (const id of asked) this.#decide(id, outcomes.get(id) ?? null)
    }
    return true
  }

  async #ask(uploadIds: readonly string[]): Promise<ReadonlyMap<string, StorageOutcome> | null> {
    const { endpoint, accessToken } = this.#options
    try {
      const token = accessToken && (await accessToken(null))
      if (token === null) return null
      const response = await askStorage(outcomesAddress(endpoint, uploadIds), token, this.#ending.signal)
      return response.ok ? readOutcomes(await response.text()) : null
    } catch {
      return null
    }
  }

  #decide(uploadId: string, outcome: StorageOutcome | null): void {
    if (outcome !== null && !isDecided(outcome)) return
    const itemId = this.#items.get(uploadId)
    this.#items.delete(uploadId)
    if (itemId !== undefined) this.#options.onDecided(itemId, outcome)
  }
}

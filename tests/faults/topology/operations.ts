import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './customer.ts'

/** `archive` and `export` are all requests that an archive or an export needs, from its photos to its last byte. */
export type OperationKind = 'query' | 'page' | 'album' | 'upload' | 'archive' | 'export'

/** An operation and its outcome. The times are on the clock of `performance.now()`. */
export interface Operation {
  readonly kind: OperationKind
  readonly sentAt: number
  readonly endedAt: number
  /** Null: it succeeded. */
  readonly failure: string | null
  /** True if the failure says that a part is temporarily unavailable. */
  readonly isClear: boolean
}

/** The codes of GraphQL errors that say that a part is unavailable. */
const awayCodes = /"code":"(?:UPSTREAM_UNAVAILABLE|UPSTREAM_TIMEOUT|OVERLOADED)"/
const unavailable = 503
const retryMilliseconds = 500
/**
 * How long (ms) a client keeps retrying. Work that failed several times is retried only after a minute, and the faults
 * interrupt it again and again.
 */
const patience = 600_000

/** All operations of the load. */
export class Operations {
  readonly all: Operation[] = []

  /** @throws what `run` throws */
  async note<Result>(kind: OperationKind, run: () => Promise<Result>): Promise<Result> {
    const sentAt = performance.now()
    const record = (failure: string | null, isClear: boolean) =>
      this.all.push({ kind, sentAt, endedAt: performance.now(), failure, isClear })
    try {
      const result = await run()
      record(null, true)
      return result
    } catch (error) {
      record(describe(error), isClear(error))
      throw error
    }
  }

  /** Repeats an operation, as a client does, until it succeeds. @throws the last error when that takes too long */
  async repeat<Result>(kind: OperationKind, run: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + patience
    for (;;) {
      try {
        return await this.note(kind, run)
      } catch (error) {
        if (performance.now() > end) throw error
        await pause(retryMilliseconds)
      }
    }
  }

  /**
   * Asks until there is a result. Failed requests are recorded as operations, too.
   * @throws Error when that takes too long
   */
  async until<Result>(kind: OperationKind, ask: () => Promise<Result | null>): Promise<Result> {
    const end = performance.now() + patience
    for (;;) {
      const found = await this.repeat(kind, ask)
      if (found !== null) return found
      if (performance.now() > end) throw new Error(`${kind} has not ended.`)
      await pause(retryMilliseconds)
    }
  }
}

/** Includes the cause of an error, because only the cause of a failed `fetch` says what has happened. */
function describe(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error
    ? `${error.message}: ${error.cause.message}`
    : String(error)
}

function isClear(error: unknown): boolean {
  return error instanceof Refusal && (error.status === unavailable || awayCodes.test(error.message))
}

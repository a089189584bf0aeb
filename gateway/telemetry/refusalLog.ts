import type { RefusalReason } from './metrics.ts'

/** The log, in pino's shape. */
export interface OperationLog {
  info(fields: object, message: string): void
}

/** How long (ms) refusals are collected before they are logged. */
const gatherTime = 10_000

/** Logs refusals as one line per reason every 10 s, so that a flood of requests does not flood the log. */
export class RefusalLog {
  readonly #log: OperationLog
  readonly #counts = new Map<RefusalReason, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: OperationLog) {
    this.#log = log
  }

  count(reason: RefusalReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.write(), gatherTime).unref()
  }

  /** Logs what was refused since the last time. */
  write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [reason, count] of this.#counts) this.#log.info({ reason, count }, 'requests were refused')
    this.#counts.clear()
  }
}

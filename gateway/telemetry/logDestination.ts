import { pino } from 'pino'

/** Characters per batch. */
const batchSize = 65_536
/** Longest time (ms) that a line waits for its batch to fill. */
const interval = 500
/** Maximum bytes buffered while the log reader is stalled; further lines are dropped. */
const bufferLimit = 8 * 1024 * 1024
/** How long (ms) the final flush may take. */
const flushTime = 500
const warning = 40
/** pino sets `lastLevel` before each write when a destination has this symbol. */
const pinoMetadata: unique symbol = Symbol.for('pino.metadata')

/**
 * Writes log lines in batches by asynchronous calls, so that a slow disk or a stalled reader never blocks the event
 * loop. Warnings and errors do not wait for a batch to fill.
 */
export class LogDestination {
  readonly [pinoMetadata] = true
  lastLevel = 0
  readonly #lines: ReturnType<typeof pino.destination>
  /** Lines are batched here because each write to the destination has a fixed cost (docs/decisions/0210). */
  #batch = ''
  #timer: NodeJS.Timeout | undefined

  /** @param target a file name, or a file descriptor; 1 is stdout */
  constructor(target: string | number = 1) {
    this.#lines = pino.destination({ dest: target, sync: false, minLength: 1, maxLength: bufferLimit })
    // A full disk must not stop the gateway. Unwritten lines are buffered up to the limit.
    this.#lines.on('error', () => undefined)
  }

  write(line: string): void {
    this.#batch += line
    if (this.lastLevel >= warning || this.#batch.length >= batchSize) this.#writeBatch()
    else this.#timer ??= setTimeout(() => this.#writeBatch(), interval).unref()
  }

  /** Tries to write all buffered lines. @returns false if this took too long, otherwise true, even if a write failed */
  async flush(): Promise<boolean> {
    this.#writeBatch()
    const timeout = Promise.withResolvers<false>()
    const timer = setTimeout(() => timeout.resolve(false), flushTime)
    // The first flush waits for the batch that is being written, the second for the lines added since.
    const written = this.#flushOnce()
      .then(() => this.#flushOnce())
      .then(() => true)
    const isWritten = await Promise.race([written, timeout.promise])
    clearTimeout(timer)
    return isWritten
  }

  #writeBatch(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch === '') return
    this.#lines.write(this.#batch)
    this.#batch = ''
  }

  #flushOnce(): Promise<void> {
    return new Promise((resolve) => {
      this.#lines.flush(() => resolve())
    })
  }
}

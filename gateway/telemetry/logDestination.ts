import { pino } from 'pino'

/** Characters of lines that are written together. */
const batch = 65_536
/** Milliseconds after which lines are written though they are few. */
const interval = 500
/** Bytes that may wait for a reader who has stopped reading; more is dropped. */
const waitingLimit = 8 * 1024 * 1024
/** Milliseconds that writing out the rest may take. */
const flushTime = 500
const warning = 40
/** pino tells a destination that has this the level of the line that comes next. */
const pinoMetadata: unique symbol = Symbol.for('pino.metadata')

/**
 * Writes log lines in batches from a thread of its own, so that neither a slow disk nor a reader who stopped ever holds
 * up the event loop. Warnings and errors do not wait for a batch.
 */
export class LogDestination {
  readonly [pinoMetadata] = true
  lastLevel = 0
  readonly #lines: ReturnType<typeof pino.destination>
  /** Gathered here, because the destination spends on each text it is given (docs/decisions/0210). */
  #gathered = ''
  #timer: NodeJS.Timeout | undefined

  /** @param target a file's name, or the number of an open one: 1 is what the process prints */
  constructor(target: string | number = 1) {
    this.#lines = pino.destination({ dest: target, sync: false, minLength: 1, maxLength: waitingLimit })
    // A full disk is not a reason to stop serving. What could not be written waits, up to the limit.
    this.#lines.on('error', () => undefined)
  }

  write(line: string): void {
    this.#gathered += line
    if (this.lastLevel >= warning || this.#gathered.length >= batch) this.#writeGathered()
    else this.#timer ??= setTimeout(() => this.#writeGathered(), interval).unref()
  }

  /** Writes out what waits. @returns whether it could: false when nobody took it in time */
  async flush(): Promise<boolean> {
    this.#writeGathered()
    const patience = Promise.withResolvers<false>()
    const timer = setTimeout(() => patience.resolve(false), flushTime)
    // The first ends with the batch that is being written, the second with what had come in behind it.
    const written = this.#flushOnce()
      .then(() => this.#flushOnce())
      .then(() => true)
    const isWritten = await Promise.race([written, patience.promise])
    clearTimeout(timer)
    return isWritten
  }

  #writeGathered(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#gathered === '') return
    this.#lines.write(this.#gathered)
    this.#gathered = ''
  }

  #flushOnce(): Promise<void> {
    return new Promise((resolve) => {
      this.#lines.flush(() => resolve())
    })
  }
}

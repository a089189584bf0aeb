import { UpstreamError } from '../../errors/upstreamError.ts'
import type { LibraryFact } from './eventSocket.ts'

/** Changes of a library, gathered. */
export interface FactBatch {
  /** The stream's position after it. */
  readonly position: bigint
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly months: readonly { readonly year: number; readonly month: number }[]
}

/** What a subscription reads: batches, and at most one failure as the last. */
export type FeedItem =
  | { readonly kind: 'batch'; readonly batch: FactBatch }
  | { readonly kind: 'failure'; readonly error: Error }

/** Milliseconds that facts are gathered before they are handed on. */
const gatherTime = 200

/** Facts that may wait for a reader that does not read; beyond, the reader is told to resume by its cursor. */
const waitingFactsLimit = 10_000

/**
 * Gathers facts into batches for one reader. A reader that is slow gets fewer, larger batches, up to a limit; then a
 * failure, and the end. Each position is taken once, however often it is given.
 */
export class FactBatches implements AsyncIterableIterator<FeedItem> {
  readonly #onReturn: () => void
  readonly #added = new Set<string>()
  readonly #removed = new Set<string>()
  readonly #months = new Map<number, { year: number; month: number }>()
  #position: bigint | null
  #timer: NodeJS.Timeout | undefined
  #isDue = false
  #failure: Error | undefined
  #isOver = false
  #reader: ((result: IteratorResult<FeedItem>) => void) | undefined

  /** @param after facts up to this position are known to the reader; null: the first position is news in itself */
  constructor(after: bigint | null, onReturn: () => void) {
    this.#position = after
    this.#onReturn = onReturn
  }

  /** The position of the last fact taken. */
  get position(): bigint | null {
    return this.#position
  }

  take(fact: LibraryFact): void {
    const isFirst = this.#position === null
    if (this.#isOver || this.#failure || (this.#position !== null && fact.position <= this.#position)) return
    this.#position = fact.position
    if (!fact.photo && !isFirst) return
    if (fact.photo) this.#gather(fact.photo)
    if (this.#added.size + this.#removed.size > waitingFactsLimit) {
      const detail = `a reader let ${waitingFactsLimit} facts wait`
      this.fail(new UpstreamError({ code: 'RATE_LIMITED', upstream: 'photos', detail }))
      return
    }
    this.#timer ??= setTimeout(() => this.#deliver(), fact.photo ? gatherTime : 0)
  }

  /** The last thing that the reader gets. */
  fail(error: Error): void {
    this.#failure ??= error
    this.#deliver()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<FeedItem>> {
    return new Promise((resolve) => {
      this.#reader = resolve
      if (this.#isOver || this.#isDue) this.#deliver()
    })
  }

  async return(): Promise<IteratorResult<FeedItem>> {
    this.#finish()
    this.#reader?.({ done: true, value: undefined })
    return { done: true, value: undefined }
  }

  #gather({ kind, imageId, year, month }: NonNullable<LibraryFact['photo']>): void {
    const [into, outOf] = kind === 'added' ? [this.#added, this.#removed] : [this.#removed, this.#added]
    outOf.delete(imageId)
    into.add(imageId)
    this.#months.set(year * 12 + month, { year, month })
  }

  #deliver(): void {
    this.#isDue = true
    const reader = this.#reader
    if (!reader) return
    this.#reader = undefined
    if (this.#isOver) reader({ done: true, value: undefined })
    else if (this.#failure) {
      const error = this.#failure
      this.#finish()
      reader({ done: false, value: { kind: 'failure', error } })
    } else reader({ done: false, value: { kind: 'batch', batch: this.#takeBatch() } })
  }

  #takeBatch(): FactBatch {
    const position = this.#position ?? 0n
    const batch = { position, added: [...this.#added], removed: [...this.#removed], months: [...this.#months.values()] }
    this.#added.clear()
    this.#removed.clear()
    this.#months.clear()
    this.#isDue = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    return batch
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#onReturn()
  }
}

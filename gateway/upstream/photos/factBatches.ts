import { UpstreamError } from '../../errors/upstreamError.ts'
import type { LibraryFact, PhotoFact } from './eventSocket.ts'

/** Changes of a library, gathered. */
export interface FactBatch {
  /** The stream's position after it. */
  readonly position: bigint
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly months: readonly { readonly year: number; readonly month: number }[]
}

/** Milliseconds that facts are gathered before they are handed on. */
const gatherTime = 200

/** Facts that may wait for a reader that does not read; beyond, the reader is told to resume by its cursor. */
const waitingFactsLimit = 10_000

/** A promise of `next` that is not kept yet. */
interface Reader {
  resolve(result: IteratorResult<FactBatch>): void
  reject(error: Error): void
}

/**
 * Gathers facts into batches for one reader. A reader that is slow gets fewer, larger batches, up to a limit; then it
 * fails, and ends. Each position is taken once, however often it is given.
 */
export class FactBatches implements AsyncIterableIterator<FactBatch> {
  readonly #onReturn: () => void
  /** What waits for the reader, in order; undefined while nothing does, which is nearly always. */
  #waiting: PhotoFact[] | undefined
  #position: bigint | null
  #timer: NodeJS.Timeout | undefined
  #isDue = false
  #failure: Error | undefined
  #isOver = false
  #reader: Reader | undefined

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
    if (fact.photo) (this.#waiting ??= []).push(fact.photo)
    if (this.#waiting && this.#waiting.length > waitingFactsLimit) {
      const detail = `a reader let ${waitingFactsLimit} facts wait`
      this.fail(new UpstreamError({ code: 'RATE_LIMITED', upstream: 'photos', detail }))
      return
    }
    this.#timer ??= setTimeout(() => this.#deliver(), fact.photo ? gatherTime : 0)
  }

  /** The last thing that the reader hears. What waited is dropped: the reader resumes by what it has read. */
  fail(error: Error): void {
    if (this.#failure || this.#isOver) return
    this.#failure = error
    this.#waiting = undefined
    this.#letGo()
    this.#deliver()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<FactBatch>> {
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
      if (this.#isOver || this.#isDue) this.#deliver()
    })
  }

  async return(): Promise<IteratorResult<FactBatch>> {
    this.#finish()
    this.#reader?.resolve({ done: true, value: undefined })
    this.#reader = undefined
    return { done: true, value: undefined }
  }

  #deliver(): void {
    this.#isDue = true
    const reader = this.#reader
    if (!reader) return
    this.#reader = undefined
    if (this.#isOver) reader.resolve({ done: true, value: undefined })
    else if (this.#failure) {
      this.#isOver = true
      reader.reject(this.#failure)
    } else reader.resolve({ done: false, value: this.#takeBatch() })
  }

  #takeBatch(): FactBatch {
    const position = this.#position ?? 0n
    const facts = this.#waiting ?? []
    this.#waiting = undefined
    this.#isDue = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    return { position, ...(facts.length === 1 ? changeOf(facts[0]) : changesOf(facts)) }
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (!this.#failure) this.#letGo()
  }

  #letGo(): void {
    clearTimeout(this.#timer)
    this.#onReturn()
  }
}

type Changes = Omit<FactBatch, 'position'>

/** The usual batch. */
function changeOf(fact: PhotoFact | undefined): Changes {
  if (!fact) return { added: [], removed: [], months: [] }
  const { kind, imageId, year, month } = fact
  const [added, removed] = kind === 'added' ? [[imageId], []] : [[], [imageId]]
  return { added, removed, months: [{ year, month }] }
}

/** What has become of each photo in the end, and each month once, in the order of the facts. */
function changesOf(facts: readonly PhotoFact[]): Changes {
  const added = new Set<string>()
  const removed = new Set<string>()
  const months = new Map<number, { year: number; month: number }>()
  for (const { kind, imageId, year, month } of facts) {
    const [into, outOf] = kind === 'added' ? [added, removed] : [removed, added]
    outOf.delete(imageId)
    into.add(imageId)
    months.set(year * 12 + month, { year, month })
  }
  return { added: [...added], removed: [...removed], months: [...months.values()] }
}

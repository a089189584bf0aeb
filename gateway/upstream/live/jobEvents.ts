import { codedError } from '../../errors/codes.ts'
import type { JobFact } from './jobFacts.ts'
import type { LiveReader, LiveStart } from './liveStream.ts'

/** Maximum number of facts that wait for a slow reader: about 200 kB. */
const bufferLimit = 1_000

/**
 * The events of jobs, one by one, for one reader. While the reader is slow, only the latest progress of each job is
 * kept. Starts and ends of jobs are never dropped: when too many wait, the iterator fails, and the reader resumes after
 * the last event that it got.
 */
export class JobEvents<Fact extends JobFact<string>> implements LiveReader<Fact, Fact> {
  readonly #onReturn: () => void
  /** Undefined while nothing waits, which is usual. */
  #waiting: Fact[] | undefined
  #position: bigint | null
  /** True when the reader has a position. */
  #hasStarted: boolean
  #failure: Error | undefined
  #isOver = false
  #resolve: ((result: IteratorResult<Fact>) => void) | undefined

  /** @param after where the reader starts; null: the first position is sent as an event of its own */
  constructor(after: LiveStart, onReturn: () => void) {
    this.#position = typeof after === 'bigint' ? after : null
    this.#hasStarted = after !== null
    this.#onReturn = onReturn
  }

  get position(): bigint | null {
    return this.#position
  }

  take(fact: Fact): void {
    const { position } = fact
    if (this.#isOver || (position !== null && this.#position !== null && position <= this.#position)) return
    this.#position = position ?? this.#position
    if (fact.job === null && this.#hasStarted) return
    this.#hasStarted = true
    const resolve = this.#resolve
    this.#resolve = undefined
    if (resolve) resolve({ done: false, value: fact })
    else this.#keep(fact)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Fact>> {
    const value = this.#waiting?.shift()
    if (this.#waiting?.length === 0) this.#waiting = undefined
    if (value) return Promise.resolve({ done: false, value })
    const failure = this.#failure
    this.#failure = undefined
    if (failure) return Promise.reject(failure)
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  async return(): Promise<IteratorResult<Fact>> {
    this.#waiting = undefined
    this.#failure = undefined
    this.#finish()
    this.#resolve?.({ done: true, value: undefined })
    this.#resolve = undefined
    return { done: true, value: undefined }
  }

  #keep(fact: Fact): void {
    const waiting = (this.#waiting ??= [])
    const old = waiting.findIndex(({ job, isProgress }) => isProgress && job === fact.job)
    if (old !== -1) waiting.splice(old, 1)
    waiting.push(fact)
    if (waiting.length <= bufferLimit) return
    // The other waiting facts are sent before the failure, so the reader resumes after the last of them.
    waiting.pop()
    this.#failure = codedError('OVERLOADED', 'Events were not read fast enough. Resume after the last one received.')
    this.#finish()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onReturn()
  }
}

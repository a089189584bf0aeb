import { availableParallelism } from 'node:os'

/** How many passwords are hashed at once. Each takes a processor for a quarter of a second. The other processors are for requests. */
export const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
/** Longer queues would exceed the visitors' patience, and the edge's timeout of 15 s. */
const longestQueue = 40
const longestQueueOfAll = 200

/**
 * Gives callers turns to hash passwords. A caller is an address group or a known device. Callers with waiting attempts
 * take turns, so that one of them cannot delay the others by more than one hash.
 */
export class PasswordTurns {
  readonly #concurrency: number
  /** The waiting attempts of each caller, in the order of the callers' next turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0
  #waitingOfAll = 0

  constructor(concurrency = hashesAtOnce) {
    this.#concurrency = concurrency
  }

  /** Does work that hashes a password, when it is the caller's turn. @returns null at once if the queue is full */
  async run<Outcome>(caller: string, work: () => Promise<Outcome>): Promise<Outcome | null> {
    const queue = this.#waiting.get(caller) ?? []
    if (queue.length >= longestQueue || this.#waitingOfAll >= longestQueueOfAll) return null
    if (this.#running >= this.#concurrency) {
      const turn = new Promise<void>((resolve) => queue.push(resolve))
      this.#waiting.set(caller, queue)
      this.#waitingOfAll += 1
      await turn
    } else this.#running += 1
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  /**
   * Hands the place to the caller whose turn is next. After it, that caller's next turn comes after those of all other
   * callers.
   */
  #next(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running -= 1
      return
    }
    const [caller, queue] = next
    this.#waiting.delete(caller)
    this.#waitingOfAll -= 1
    const start = queue.shift()
    if (queue.length > 0) this.#waiting.set(caller, queue)
    start?.()
  }
}

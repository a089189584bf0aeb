import { availableParallelism } from 'node:os'
import { Buckets } from '../platform/limits/buckets.ts'
import type { RequestRate } from '../platform/limits/settings.ts'

/**
 * How many passwords are hashed at the same time: half as many as the machine has processors, so that the other half is
 * free for requests. Each hash takes a processor for a quarter of a second.
 */
export const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
/** How many attempts of one caller may wait. */
const longestQueue = 40
/** How many attempts of all callers together may wait. */
const longestQueueOfAll = 200
/**
 * The longest wait (ms) of an attempt for its turn. If an address sends many requests, the platform's limits have
 * already delayed each request by up to 8 s (with their defaults). The edge gives up after 20 s.
 */
const longestWait = 10_000
/**
 * How many unsuccessful attempts one caller may make: six without a pause, and then one every two seconds. Hashes slow
 * down everything else on the machine even at a low priority, because they use much memory and the caches of the
 * processors. `attempts.ts` refuses the sixth attempt after five failures at one account, and the answer says how long
 * to wait. This answer must come at once, so six attempts get their turns without a pause.
 */
const paceOfCaller: RequestRate = { rate: 0.5, burst: 6 }

interface WaitingAttempt {
  /** Called with false if the attempt has waited for too long. */
  readonly start: (isTurn: boolean) => void
  readonly timer: NodeJS.Timeout
}

/**
 * Gives callers turns to hash passwords. A caller is an address group or a known device. Callers with waiting attempts
 * take turns, so that one caller cannot delay the others by more than one hash. A caller with many unsuccessful
 * attempts is slowed down, even if no other caller waits.
 */
export class PasswordTurns {
  readonly #concurrency: number
  readonly #paces: Buckets
  /** The waiting attempts of each caller, in the order of the callers' next turns. */
  readonly #waiting = new Map<string, WaitingAttempt[]>()
  #running = 0
  #waitingCount = 0
  #timer: NodeJS.Timeout | undefined

  constructor(concurrency = hashesAtOnce, pace = paceOfCaller) {
    this.#concurrency = concurrency
    this.#paces = new Buckets(pace)
  }

  /**
   * Does work that hashes a password, when it is the caller's turn.
   * @param isUnsuccessful whether the outcome counts for the caller's pace
   * @returns null if the queue is full (immediately), or if the turn has not come after 10 s
   */
  async run<Outcome>(
    caller: string,
    work: () => Promise<Outcome>,
    isUnsuccessful: (outcome: Outcome) => boolean,
  ): Promise<Outcome | null> {
    if (!(await this.#turnOf(caller))) return null
    try {
      const outcome = await work()
      if (!isUnsuccessful(outcome)) this.#paces.giveBack(caller)
      return outcome
    } finally {
      this.#running -= 1
      this.#startNext()
    }
  }

  #turnOf(caller: string): Promise<boolean> | false {
    const queue = this.#waiting.get(caller) ?? []
    if (queue.length >= longestQueue || this.#waitingCount >= longestQueueOfAll) return false
    const turn = new Promise<boolean>((start) => {
      const attempt = { start, timer: setTimeout(() => this.#giveUp(caller, attempt), longestWait).unref() }
      queue.push(attempt)
    })
    this.#waiting.set(caller, queue)
    this.#waitingCount += 1
    this.#startNext()
    return turn
  }

  /** Starts waiting attempts, one of each caller in turn, until `#concurrency` attempts are running. */
  #startNext(): void {
    clearTimeout(this.#timer)
    for (const [caller, queue] of this.#waiting) {
      if (this.#running >= this.#concurrency) return
      const [attempt] = queue
      if (attempt && this.#paces.take(caller) === 0) this.#start(caller, attempt)
    }
    // The callers that are still waiting may not make an attempt yet, because of their pace.
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#startNext(), this.#paces.interval).unref()
  }

  #start(caller: string, attempt: WaitingAttempt): void {
    this.#remove(caller, attempt)
    this.#running += 1
    attempt.start(true)
  }

  #giveUp(caller: string, attempt: WaitingAttempt): void {
    this.#remove(caller, attempt)
    attempt.start(false)
  }

  /**
   * Removes a waiting attempt. The caller's next turn then comes after all others, because a map keeps the order of
   * insertion.
   */
  #remove(caller: string, attempt: WaitingAttempt): void {
    clearTimeout(attempt.timer)
    const rest = this.#waiting.get(caller)?.filter((each) => each !== attempt) ?? []
    this.#waiting.delete(caller)
    if (rest.length > 0) this.#waiting.set(caller, rest)
    this.#waitingCount -= 1
  }
}

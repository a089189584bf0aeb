import { z } from 'zod'
import { createWorkerPool } from '../platform/workerPool.ts'

/** A task for the thread that runs `ratingWorker.ts`: rate a password. The thread answers with a score from 0 to 4. */
export interface RatingTask {
  readonly password: string
  /** Words that are known about the customer. */
  readonly related: readonly string[]
}

/**
 * The lowest score that is accepted. A password with this score takes at least 10^8 guesses. The library calls this
 * safe even if nothing slows the guesses down.
 */
const minimumScore = 3

const scoreSchema = z.number()

/**
 * A thread of its own, because loading the lists of known passwords takes 0.1 s and 17 MB, and rating a password takes
 * up to 10 ms. Requests of other customers must not wait for that. The thread starts at the first registration of the
 * process.
 */
const pool = createWorkerPool({
  script: new URL('ratingWorker.ts', import.meta.url),
  workers: 1,
  data: null,
  milliseconds: 12_000,
  tasksPerWorker: Number.POSITIVE_INFINITY,
})

/**
 * True if the password is easy to guess: if it consists of passwords from breaches, keyboard patterns, sequences, dates
 * or repetitions. These are also recognized in capital letters, reversed, or with digits or signs instead of letters.
 * @param related words that are known about the customer, such as the name: attackers try them first
 * @throws WorkerLost after 12 s
 */
export async function isGuessable(password: string, related: readonly string[]): Promise<boolean> {
  const task: RatingTask = { password: password.normalize('NFKC'), related }
  return scoreSchema.parse(await pool.ask(task, new AbortController().signal)) < minimumScore
}

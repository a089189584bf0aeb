import { z } from 'zod'
import { createWorkerPool } from '../platform/workerPool.ts'
import { hashesAtOnce } from './passwordTurns.ts'

/** The cost of a hash by scrypt. */
export interface HashCost {
  /** Base-2 logarithm of scrypt's N. */
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** A task for a thread that runs `hashWorker.ts`: hash a password. The thread answers with the bytes of the key. */
export interface HashTask {
  readonly password: string
  readonly salt: Uint8Array
  readonly keyBytes: number
  readonly cost: HashCost
}

const keySchema = z.instanceof(Uint8Array)

/** A pool of our own, because the threads of Node's pool have the usual priority, and also read files. */
const pool = createWorkerPool({
  script: new URL('hashWorker.ts', import.meta.url),
  workers: hashesAtOnce,
  data: null,
  milliseconds: 12_000,
  tasksPerWorker: Number.POSITIVE_INFINITY,
})

/**
 * Computes the key of a password, in a thread of low priority.
 * @throws WorkerFailure if the cost is not valid; WorkerLost after 12 s
 */
export async function deriveKey(task: HashTask): Promise<Uint8Array> {
  return keySchema.parse(await pool.ask(task, new AbortController().signal))
}

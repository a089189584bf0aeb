import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerPriorityOfThread } from '../platform/lowPriority.ts'
import type { HashTask } from './hashing.ts'

// A hash takes a processor for a quarter of a second. Requests of other customers must not wait for it.
lowerPriorityOfThread()

parentPort?.on('message', (task: HashTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(hash(task))
})

function hash({ password, salt, keyBytes, cost: { logN, r, p } }: HashTask): Uint8Array | { readonly error: string } {
  try {
    return new Uint8Array(scryptSync(password, salt, keyBytes, { N: 2 ** logN, r, p, maxmem: 256 * 1024 * 1024 }))
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

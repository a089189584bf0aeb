import { parentPort } from 'node:worker_threads'
import { encodePicture } from './encode.ts'
import type { PicturePlan } from './plan.ts'

parentPort?.on('message', (plan: PicturePlan) => {
  void answer(plan)
})

async function answer(plan: PicturePlan): Promise<void> {
  const message = await encodePicture(plan).then(
    (bytes) => new Uint8Array(bytes),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message)
}

import { parentPort } from 'node:worker_threads'
import { encodePicture } from './encode.ts'
import type { PicturePlan } from './plan.ts'

parentPort?.on('message', (plan: PicturePlan) => {
  encodePicture(plan).then(
    (bytes) => parentPort?.postMessage(new Uint8Array(bytes)),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  )
})

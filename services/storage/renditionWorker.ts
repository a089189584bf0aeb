import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { Refusal, Undecoded } from './formats/refusal.ts'
import { messageOf } from './images.ts'
import { makeRenditions } from './renditions.ts'

const { maxPixels } = z.object({ maxPixels: z.number() }).parse(workerData)

parentPort?.on('message', (file: string) => {
  void answer(file)
})

async function answer(file: string): Promise<void> {
  const message = await makeRenditions(file, maxPixels).catch((error: unknown) => {
    if (error instanceof Refusal) return { refusal: { code: error.code, message: error.message } }
    return error instanceof Undecoded ? { undecoded: error.message } : { error: messageOf(error) }
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message)
}

import { z } from 'zod'
import { Refusal, refusalCodes, Undecoded } from './formats/refusal.ts'
import { parallelism } from './images.ts'
import { createWorkerPool, WorkerLost } from '../platform/workerPool.ts'
import type { Renditions } from './renditions.ts'

/** Makes renditions in worker threads, because garbage collection is cheap in their small heaps. */
export interface RenditionThreads {
  /**
   * @throws Refusal if the JPEG or PNG is damaged or has too many pixels, Undecoded if it takes too much time or
   *   memory; other errors say nothing about the picture
   */
  make(file: string, signal: AbortSignal): Promise<Renditions>
  close(): Promise<void>
}

/**
 * The number of threads: one more than the number of cores, so that all cores are busy while one thread waits for the
 * database.
 */
export const renditionThreadCount = parallelism + 1

const usualMilliseconds = 240_000
const picturesPerWorker = 5_000

const answerSchema = z.union([
  z.object({ refusal: z.object({ code: z.enum(refusalCodes), message: z.string() }) }),
  z.object({ undecoded: z.string() }),
  z.object({
    thumbhash: z.string(),
    renditions: z.array(
      z.object({ id: z.string(), width: z.number(), height: z.number(), bytes: z.instanceof(Uint8Array) }),
    ),
  }),
])

/** @param milliseconds the timeout of one picture */
export function startRenditionThreads(maxPixels: number, milliseconds: number = usualMilliseconds): RenditionThreads {
  const pool = createWorkerPool({
    script: new URL('renditionWorker.ts', import.meta.url),
    workers: renditionThreadCount,
    data: { maxPixels },
    milliseconds,
    tasksPerWorker: picturesPerWorker,
  })
  return {
    make: async (file, signal) => {
      const asked = pool.ask(file, signal).catch((error: unknown) => {
        throw error instanceof WorkerLost ? new Undecoded(error.message) : error
      })
      const answer = answerSchema.parse(await asked)
      if ('refusal' in answer) throw new Refusal(answer.refusal.code, answer.refusal.message)
      if ('undecoded' in answer) throw new Undecoded(answer.undecoded)
      return answer
    },
    close: async () => pool.close(),
  }
}

import { z } from 'zod'
import { Undecoded } from '../formats/refusal.ts'
import { verdictOn } from '../images.ts'
import { createWorkerPool, WorkerFailure, WorkerLost } from '../workerPool.ts'

export interface DecodedPicture {
  /** RGBA, with the orientation applied. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

export interface HeicDecoder {
  /**
   * @throws Refusal if the picture is damaged, Undecoded if it takes too much time or memory; other errors say nothing
   * about the picture
   */
  decode(bytes: Buffer, signal: AbortSignal): Promise<DecodedPicture>
  close(): Promise<void>
}

export interface HeicDecoderOptions {
  readonly workers: number
  readonly milliseconds: number
  readonly maxPixels: number
}

const picturesPerWorker = 50

const answerSchema = z.object({ data: z.instanceof(ArrayBuffer), width: z.number(), height: z.number() })

/** Threads that decode HEIC. The decoder is WebAssembly, so a malicious file cannot reach beyond it. */
export function createHeicDecoder(options: HeicDecoderOptions): HeicDecoder {
  const pool = createWorkerPool({
    script: new URL('worker.ts', import.meta.url),
    workers: options.workers,
    data: { maxPixels: options.maxPixels },
    milliseconds: options.milliseconds,
    tasksPerWorker: picturesPerWorker,
  })
  return {
    decode: async (bytes, signal) => {
      try {
        const { data, width, height } = answerSchema.parse(await pool.ask(bytes, signal))
        return { data: Buffer.from(data), width, height }
      } catch (error) {
        if (error instanceof WorkerFailure) throw verdictOn(error.message)
        throw error instanceof WorkerLost ? new Undecoded(error.message) : error
      }
    },
    close: async () => pool.close(),
  }
}

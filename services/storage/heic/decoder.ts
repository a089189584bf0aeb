import { z } from 'zod'
import { Undecoded } from '../formats/refusal.ts'
import { verdictOn } from '../images.ts'
import { createWorkerPool, WorkerFailure, WorkerLost } from '../../platform/workerPool.ts'

export interface DecodedPicture {
  /** RGBA, with the orientation applied, scaled to `maxWidth`. */
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
  /** A wider picture is scaled to this width. */
  readonly maxWidth: number
}

const picturesPerWorker = 50
/**
 * WebAssembly memory never shrinks. So a thread is replaced after a picture of more than this many pixels. After a
 * smaller picture, such as most phones take, the thread is used again.
 */
const keptPixels = 13_000_000

const answerSchema = z.object({
  data: z.instanceof(Uint8Array),
  width: z.number(),
  height: z.number(),
  /** The number of pixels of the whole picture, before it is cropped and scaled. */
  pixels: z.number(),
})

/** Threads that decode HEIC. The decoder is WebAssembly, so a malicious file cannot reach beyond it. */
export function createHeicDecoder(options: HeicDecoderOptions): HeicDecoder {
  const pool = createWorkerPool({
    script: new URL('worker.ts', import.meta.url),
    workers: options.workers,
    data: { maxPixels: options.maxPixels, maxWidth: options.maxWidth },
    milliseconds: options.milliseconds,
    tasksPerWorker: picturesPerWorker,
    exhausts: (answer) => {
      const { data: picture } = answerSchema.safeParse(answer)
      return picture !== undefined && picture.pixels > keptPixels
    },
    endsIdle: true,
  })
  return {
    decode: async (bytes, signal) => {
      try {
        const { data, width, height } = answerSchema.parse(await pool.ask(bytes, signal))
        return { data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height }
      } catch (error) {
        if (error instanceof WorkerFailure) throw verdictOn(error.message)
        throw error instanceof WorkerLost ? new Undecoded(error.message) : error
      }
    },
    close: async () => pool.close(),
  }
}

import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { Refusal } from '../formats/refusal.ts'

export interface DecodedPicture {
  /** RGBA, the right way up. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

export interface HeicDecoder {
  /** Throws a `Refusal` when the picture is damaged, takes too long or too much memory. */
  decode(bytes: Buffer, signal: AbortSignal): Promise<DecodedPicture>
  close(): Promise<void>
}

export interface HeicDecoderOptions {
  readonly workers: number
  readonly milliseconds: number
  readonly maxPixels: number
}

const answerSchema = z.union([
  z.object({ data: z.instanceof(ArrayBuffer), width: z.number(), height: z.number() }),
  z.object({ error: z.string() }),
])

/** A worker's memory only ever grows, so after so many pictures a fresh one takes over. */
const picturesPerWorker = 50

interface Seat {
  worker: Worker | null
  used: number
}

/** A pool of threads that decode HEIC, each one picture at a time; a thread that takes too long is ended. */
export function createHeicDecoder(options: HeicDecoderOptions): HeicDecoder {
  const free: Seat[] = Array.from({ length: options.workers }, () => ({ worker: null, used: 0 }))
  const seats = [...free]
  const waiting: ((seat: Seat) => void)[] = []

  const take = async (): Promise<Seat> => free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  const give = (seat: Seat): void => {
    const next = waiting.shift()
    if (next) next(seat)
    else free.push(seat)
  }
  const retire = async (seat: Seat): Promise<void> => {
    const worker = seat.worker
    seat.worker = null
    seat.used = 0
    await worker?.terminate()
  }

  return {
    decode: async (bytes, signal) => {
      const seat = await take()
      try {
        signal.throwIfAborted()
        seat.worker ??= startWorker(options.maxPixels)
        seat.used += 1
        return await ask(seat.worker, bytes, options, signal)
      } catch (error) {
        await retire(seat)
        throw error
      } finally {
        if (seat.used >= picturesPerWorker) await retire(seat)
        give(seat)
      }
    },
    close: async () => {
      await Promise.all(seats.map(retire))
    },
  }
}

function startWorker(maxPixels: number): Worker {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { maxPixels },
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  })
  worker.unref()
  return worker
}

function ask(worker: Worker, bytes: Buffer, options: HeicDecoderOptions, signal: AbortSignal): Promise<DecodedPicture> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      end()
    }
    const refuse = (why: string): void => settle(() => reject(new Refusal('DAMAGED_FILE', `The HEIC ${why}`)))
    const onAbort = (): void => settle(() => reject(signal.reason))
    const onError = (error: Error): void => refuse(`cannot be decoded: ${error.message}`)
    const onExit = (): void => refuse('cannot be decoded: its decoder ended.')
    const onMessage = (message: unknown): void => {
      const answer = answerSchema.parse(message)
      if ('error' in answer) refuse(`cannot be decoded: ${answer.error}`)
      else settle(() => resolve({ ...answer, data: Buffer.from(answer.data) }))
    }
    const timer = setTimeout(() => refuse('takes too long to decode.'), options.milliseconds)
    signal.addEventListener('abort', onAbort)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(bytes)
  })
}

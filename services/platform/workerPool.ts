import { Worker } from 'node:worker_threads'
import { z } from 'zod'

export interface WorkerPoolOptions {
  readonly script: URL
  readonly workers: number
  readonly data: unknown
  /** The timeout of a task in ms, after which the thread is terminated. */
  readonly milliseconds: number
  /** Replaces a thread after this many tasks, because its memory only grows. */
  readonly tasksPerWorker: number
  /** True if the thread must be replaced after this answer, because a thread keeps the memory of its largest task. */
  readonly exhausts?: (answer: unknown) => boolean
  /** True if a thread ends when no task is waiting, so that its memory is freed. */
  readonly endsIdle?: boolean
}

export interface WorkerPool {
  /**
   * @throws WorkerFailure if the task fails; WorkerLost if it times out or its thread dies; the thread's own error
   * if it cannot start; the signal's reason on abort
   */
  ask(task: unknown, signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

/** The thread reported that the task failed. */
export class WorkerFailure extends Error {}

/** The thread gave no answer. The task or the machine may be the cause. */
export class WorkerLost extends Error {}

interface Slot {
  worker: Worker | null
  used: number
}

const failureSchema = z.object({ error: z.string() })

/** A pool of threads. Each does one task at a time and answers by message: a result, or `{ error }`. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const slots: Slot[] = Array.from({ length: options.workers }, () => ({ worker: null, used: 0 }))
  const free = [...slots]
  const waiting: ((slot: Slot) => void)[] = []

  const acquire = async (): Promise<Slot> => free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  const release = (slot: Slot): void => {
    const next = waiting.shift()
    if (next) next(slot)
    else free.push(slot)
  }
  const retire = async (slot: Slot): Promise<void> => {
    const worker = slot.worker
    slot.worker = null
    slot.used = 0
    await worker?.terminate()
  }

  return {
    ask: async (task, signal) => {
      const slot = await acquire()
      try {
        signal.throwIfAborted()
        slot.worker ??= startWorker(options)
        slot.used += 1
        const answer = await askWorker(slot.worker, task, options.milliseconds, signal)
        const isIdle = waiting.length === 0 && options.endsIdle
        if (isIdle || options.exhausts?.(answer)) slot.used = options.tasksPerWorker
        return answer
      } catch (error) {
        await retire(slot)
        throw error
      } finally {
        if (slot.used >= options.tasksPerWorker) await retire(slot)
        release(slot)
      }
    },
    close: async () => {
      await Promise.all(slots.map(retire))
    },
  }
}

function startWorker(options: WorkerPoolOptions): Worker {
  const worker = new Worker(options.script, {
    workerData: options.data,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    // Keeps decoders' messages about damaged files out of the log.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.unref()
  return worker
}

function askWorker(worker: Worker, task: unknown, milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      end()
    }
    const fail = (error: unknown): void => settle(() => reject(error))
    const onAbort = (): void => fail(signal.reason)
    const onError = (error: NodeJS.ErrnoException): void =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLost(error.message) : error)
    const onExit = (): void => fail(new WorkerLost('the thread ended'))
    const onMessage = (message: unknown): void => {
      const failure = failureSchema.safeParse(message)
      if (failure.success) fail(new WorkerFailure(failure.data.error))
      else settle(() => resolve(message))
    }
    const timer = setTimeout(() => fail(new WorkerLost('the task timed out')), milliseconds)
    signal.addEventListener('abort', onAbort)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task)
  })
}

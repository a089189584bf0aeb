import { Store } from '../../app/Store.ts'
import type { PartialFile } from './PartialFile.ts'
import { chooseFile, removeEmptyFile, mayWrite } from './saveFilePicker.ts'

/** A file that can be downloaded. */
export interface DownloadableFile {
  /** Identifies the file within the page. */
  readonly key: string
  readonly fileName: string
  /** The size in bytes; null if unknown. */
  readonly size: number | null
  /** When the file will be deleted, in ISO 8601. If missing, the file is kept for an unknown time, at most a week. */
  readonly expires?: string | null
  /** Fetches a fresh link at each call, because links expire. Resolves with null if the file no longer exists. */
  readonly findUrl: () => Promise<string | null>
}

/** A problem that the user can solve: the disk is full, or the file cannot be written at the chosen place. */
export type TransferProblem = 'full' | 'place'

/** The state of a transfer. `waiting`: for the network or the server. `saving`: all bytes have arrived. */
export interface TransferSnapshot {
  readonly state: 'running' | 'waiting' | 'paused' | 'saving' | 'finished' | 'failed'
  readonly bytes: number
  /** The reason of a failure, if the user can solve it. */
  readonly problem: TransferProblem | null
}

/** A connection without data for this time is aborted. */
const stallMilliseconds = 30_000
/** Delays before the next attempt, in ms; after the last one the transfer fails. New bytes restart the series. */
const delays = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
/** The interval of progress updates. */
const progressMilliseconds = 200

/** A failure that a retry cannot solve. */
class FatalError extends Error {
  readonly problem: TransferProblem | null

  constructor(message: string, problem: TransferProblem | null = null, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

/**
 * The transfer of a file to the user's disk. It can be paused and continues from the same byte. After a lost connection
 * or an expired link it continues automatically. The received part survives a reload.
 */
export class FileTransfer extends Store {
  readonly #file: DownloadableFile
  readonly #partial: PartialFile
  #snapshot: TransferSnapshot
  #progressTimer: ReturnType<typeof setTimeout> | undefined
  #url: string | null = null
  #aborter = new AbortController()
  /** The current run. The next one waits for it, because both write to the same file. */
  #running: Promise<void> = Promise.resolve()

  /** In the state `running` the transfer starts immediately, because the user has just chosen the place. */
  constructor(file: DownloadableFile, partial: PartialFile, state: 'paused' | 'running' = 'paused') {
    super()
    this.#file = file
    this.#partial = partial
    this.#snapshot = { state, bytes: partial.bytes, problem: null }
    if (state === 'running') this.#start()
  }

  /** The same object until something changes. */
  readonly snapshot = (): TransferSnapshot => this.#snapshot

  /** Resumes or retries. Needs a user gesture, because the browser may ask for permission or for a place. */
  async resume(): Promise<void> {
    const before = this.#snapshot
    const canWrite = await this.#canWrite().catch(() => false)
    if (canWrite && this.#snapshot === before) this.#start()
  }

  /** Pauses as soon as the received part is stored. */
  pause(): void {
    this.#aborter.abort()
  }

  /** Ends the transfer. Deletes the received part of an incomplete file. */
  async end(): Promise<void> {
    this.#aborter.abort()
    await this.#running
    if (this.#snapshot.state === 'finished') return
    await this.#partial.delete().catch(() => undefined)
    await removeEmptyFile(this.#partial.handle)
  }

  #start(): void {
    this.#aborter = new AbortController()
    const { signal } = this.#aborter
    this.#setState('running')
    this.#running = this.#running.then(() => this.#run(signal))
  }

  async #canWrite(): Promise<boolean> {
    if (this.#snapshot.problem !== 'place') return await mayWrite(this.#partial.handle)
    const chosen = await chooseFile(this.#file.fileName)
    if (chosen) await this.#partial.moveTo(chosen)
    return chosen !== null
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const before = this.#partial.bytes
      try {
        if (this.#partial.bytes < this.#partial.size) await this.#receive(signal)
        await this.#save(signal)
        return this.#setState('finished')
      } catch (error) {
        if (signal.aborted) break
        if (this.#partial.bytes > before) failures = 0
        const pause = delays[failures]
        if (error instanceof FatalError) return this.#setState('failed', error.problem)
        if (pause === undefined) return this.#setState('failed')
        // The link may have expired.
        this.#url = null
        this.#setState('waiting')
        await until(signal, pause)
      }
    }
    this.#setState('paused')
  }

  async #receive(signal: AbortSignal): Promise<void> {
    const stalled = new AbortController()
    const startTimer = () => setTimeout(() => stalled.abort(), stallMilliseconds)
    let timer = startTimer()
    try {
      const response = await this.#ask(AbortSignal.any([signal, stalled.signal]))
      const reader = response.body?.getReader()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        clearTimeout(timer)
        await this.#add(part.value)
        signal.throwIfAborted()
        timer = startTimer()
      }
    } finally {
      clearTimeout(timer)
      stalled.abort()
      await onDisk(() => this.#partial.flush())
    }
    if (this.#partial.bytes < this.#partial.size) throw new Error('The connection ended too early')
  }

  async #ask(signal: AbortSignal): Promise<Response> {
    this.#url ??= await Promise.race([this.#file.findUrl(), rejection(signal)])
    if (this.#url === null) throw new FatalError('The file no longer exists')
    const { bytes } = this.#partial
    const headers = bytes > 0 && { headers: { range: `bytes=${bytes}-` } }
    const response = await fetch(this.#url, { signal, cache: 'no-store', ...headers })
    if (!response.ok) throw new Error(`The request of the file failed with status ${response.status}`)
    await this.#check(response)
    return response
  }

  /** Checks that the file has not changed. Starts from byte 0 if the server does not support ranges. */
  async #check({ status, headers }: Response): Promise<void> {
    const etag = headers.get('etag')
    const isOther = this.#partial.etag !== null && etag !== null && etag !== this.#partial.etag
    const isPart = status === 206 && this.#partial.bytes > 0
    if (!isPart || isOther) await onDisk(() => this.#partial.rewind(isPart ? null : etag))
    if (isPart && isOther) throw new Error('The file has changed since the first part')
    const rest = Number(headers.get('content-length') ?? Number.NaN)
    if (!Number.isNaN(rest) && this.#partial.bytes + rest !== this.#partial.size)
      throw new FatalError('The size of the file is not the expected one')
  }

  async #add(part: Uint8Array<ArrayBuffer>): Promise<void> {
    await onDisk(() => this.#partial.add(part))
    if (this.#snapshot.state !== 'running') return this.#setState('running')
    this.#progressTimer ??= setTimeout(
      () => this.#setState(this.#snapshot.state, this.#snapshot.problem),
      progressMilliseconds,
    )
  }

  /** Writes the file to its place. If that fails, the user can choose another place. */
  async #save(signal: AbortSignal): Promise<void> {
    this.#setState('saving')
    try {
      await this.#partial.save(signal)
    } catch (cause) {
      throw new FatalError('The file cannot be written at the chosen place', 'place', cause)
    }
    await this.#partial.delete().catch(() => undefined)
  }

  #setState(state: TransferSnapshot['state'], problem: TransferProblem | null = null): void {
    clearTimeout(this.#progressTimer)
    this.#progressTimer = undefined
    this.#snapshot = { state, bytes: this.#partial.bytes, problem }
    this.changed()
  }
}

/** Rejects when the signal aborts. */
async function rejection(signal: AbortSignal): Promise<never> {
  return await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function onDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (cause) {
    throw new FatalError('The browser could not store more data', 'full', cause)
  }
}

/** Waits for a time in ms, or while offline until the network is back. Resolves immediately when the signal aborts. */
async function until(signal: AbortSignal, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => navigator.onLine && resolve(), milliseconds)
  addEventListener('online', () => resolve(), { signal, once: true })
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}

import { Store } from '../../app/Store.ts'
import type { KeptFile } from './KeptFile.ts'
import { chooseFile, leavePlace, mayWrite } from './saveFilePicker.ts'

/** A file that can be downloaded. */
export interface DownloadableFile {
  /** What it is known by within the page. */
  readonly key: string
  /** What it is to be called. */
  readonly fileName: string
  /** In bytes; null when that is not known. */
  readonly size: number | null
  /** When it goes, in ISO; without it nobody knows, but it does not stay for more than a week. */
  readonly expires?: string | null
  /** Asks for a link, fresh at each call since links expire; null: the file is gone. */
  readonly findUrl: () => Promise<string | null>
}

/** What the customer can do something about: the disk takes no more, or the file cannot be written where it was to be. */
export type TransferProblem = 'full' | 'place'

/** How a transfer is: `waiting` for the network or the server, `saving` when all of it has come. */
export interface TransferSnapshot {
  readonly state: 'running' | 'waiting' | 'paused' | 'saving' | 'finished' | 'failed'
  readonly bytes: number
  /** Why it has failed, where the customer can do something about it. */
  readonly problem: TransferProblem | null
}

/** A connection on which nothing comes for this long is given up. */
const stallMilliseconds = 30_000
/** Milliseconds before the next attempt; after the last of them it has failed. What brought bytes begins anew. */
const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
/** So often it is told how far it is. */
const tellMilliseconds = 200

/** What no further attempt changes. */
class LastError extends Error {
  readonly problem: TransferProblem | null

  constructor(message: string, problem: TransferProblem | null = null, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

/**
 * A file on its way to the customer's disk: it can be paused, and goes on where it stopped, also by itself after a lost
 * connection or when the link has expired. What has come is kept over a reload.
 */
export class FileTransfer extends Store {
  readonly #file: DownloadableFile
  readonly #kept: KeptFile
  #snapshot: TransferSnapshot
  #telling: ReturnType<typeof setTimeout> | undefined
  #url: string | null = null
  #aborter = new AbortController()
  /** One run ends before the next begins: both would write. */
  #running: Promise<void> = Promise.resolve()

  /** `running`: it begins at once, since the customer has just said where it is to be. */
  constructor(file: DownloadableFile, kept: KeptFile, state: 'paused' | 'running' = 'paused') {
    super()
    this.#file = file
    this.#kept = kept
    this.#snapshot = { state, bytes: kept.bytes, problem: null }
    if (state === 'running') this.#start()
  }

  /** The same object until something changes. */
  readonly snapshot = (): TransferSnapshot => this.#snapshot

  /** Goes on after a pause, or tries again. By a press: the customer may be asked whether, or where, to write. */
  async resume(): Promise<void> {
    const before = this.#snapshot
    const hasPlace = await this.#hasPlace().catch(() => false)
    if (hasPlace && this.#snapshot === before) this.#start()
  }

  /** It is paused as soon as what has come is kept. */
  pause(): void {
    this.#aborter.abort()
  }

  /** Ends it; what has not come whole leaves nothing behind. */
  async end(): Promise<void> {
    this.#aborter.abort()
    await this.#running
    if (this.#snapshot.state === 'finished') return
    await this.#kept.forget().catch(() => undefined)
    await leavePlace(this.#kept.handle)
  }

  #start(): void {
    this.#aborter = new AbortController()
    const { signal } = this.#aborter
    this.#tell('running')
    this.#running = this.#running.then(() => this.#run(signal))
  }

  async #hasPlace(): Promise<boolean> {
    if (this.#snapshot.problem !== 'place') return await mayWrite(this.#kept.handle)
    const chosen = await chooseFile(this.#file.fileName)
    if (chosen) await this.#kept.moveTo(chosen)
    return chosen !== null
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const before = this.#kept.bytes
      try {
        if (this.#kept.bytes < this.#kept.size) await this.#receive(signal)
        await this.#save(signal)
        return this.#tell('finished')
      } catch (error) {
        if (signal.aborted) break
        if (this.#kept.bytes > before) failures = 0
        const pause = pauses[failures]
        if (error instanceof LastError) return this.#tell('failed', error.problem)
        if (pause === undefined) return this.#tell('failed')
        // The link may have expired.
        this.#url = null
        this.#tell('waiting')
        await until(signal, pause)
      }
    }
    this.#tell('paused')
  }

  async #receive(signal: AbortSignal): Promise<void> {
    const stalled = new AbortController()
    const give = () => setTimeout(() => stalled.abort(), stallMilliseconds)
    let timer = give()
    try {
      const response = await this.#ask(AbortSignal.any([signal, stalled.signal]))
      const reader = response.body?.getReader()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        clearTimeout(timer)
        await this.#add(part.value)
        signal.throwIfAborted()
        timer = give()
      }
    } finally {
      clearTimeout(timer)
      stalled.abort()
      await onDisk(() => this.#kept.keep())
    }
    if (this.#kept.bytes < this.#kept.size) throw new Error('The connection ended too early')
  }

  async #ask(signal: AbortSignal): Promise<Response> {
    this.#url ??= await Promise.race([this.#file.findUrl(), rejection(signal)])
    if (this.#url === null) throw new LastError('The file is gone')
    const { bytes } = this.#kept
    const headers = bytes > 0 && { headers: { range: `bytes=${bytes}-` } }
    const response = await fetch(this.#url, { signal, cache: 'no-store', ...headers })
    if (!response.ok) throw new Error(`The file answered ${response.status}`)
    await this.#check(response)
    return response
  }

  /** What goes on must be the same file; a server that knows no ranges begins anew. */
  async #check({ status, headers }: Response): Promise<void> {
    const etag = headers.get('etag')
    const isOther = this.#kept.etag !== null && etag !== null && etag !== this.#kept.etag
    const isPart = status === 206 && this.#kept.bytes > 0
    if (!isPart || isOther) await onDisk(() => this.#kept.rewind(isPart ? null : etag))
    if (isPart && isOther) throw new Error('It is not what was there before')
    const rest = Number(headers.get('content-length') ?? Number.NaN)
    if (!Number.isNaN(rest) && this.#kept.bytes + rest !== this.#kept.size) throw new LastError('It is another file')
  }

  async #add(part: Uint8Array<ArrayBuffer>): Promise<void> {
    await onDisk(() => this.#kept.add(part))
    if (this.#snapshot.state !== 'running') return this.#tell('running')
    this.#telling ??= setTimeout(() => this.#tell(this.#snapshot.state, this.#snapshot.problem), tellMilliseconds)
  }

  /** What cannot be written there can be somewhere else. */
  async #save(signal: AbortSignal): Promise<void> {
    this.#tell('saving')
    try {
      await this.#kept.save(signal)
    } catch (cause) {
      throw new LastError('The file cannot be written there', 'place', cause)
    }
    await this.#kept.forget().catch(() => undefined)
  }

  #tell(state: TransferSnapshot['state'], problem: TransferProblem | null = null): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#snapshot = { state, bytes: this.#kept.bytes, problem }
    this.changed()
  }
}

/** Rejects when it is aborted. */
async function rejection(signal: AbortSignal): Promise<never> {
  return await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function onDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (cause) {
    throw new LastError('The browser keeps no more', 'full', cause)
  }
}

/** Waits for that long, and while offline until the network is back. Resolves at once when it is aborted. */
async function until(signal: AbortSignal, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => navigator.onLine && resolve(), milliseconds)
  addEventListener('online', () => resolve(), { signal, once: true })
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}

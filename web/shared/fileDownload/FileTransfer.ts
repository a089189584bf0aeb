import type { SavedFileHandle } from './saveFilePicker.ts'

/** A file that can be downloaded. */
export interface DownloadableFile {
  /** What it is known by within the page. */
  readonly key: string
  /** What it is to be called. */
  readonly fileName: string
  /** In bytes; null when that is not known. */
  readonly size: number | null
  /** Asks for a link, fresh at each call since links expire; null: the file is gone. */
  readonly findUrl: () => Promise<string | null>
}

/** How a transfer is: `waiting` for the network or the server. */
export interface TransferSnapshot {
  readonly state: 'running' | 'waiting' | 'paused' | 'finished' | 'failed'
  readonly bytes: number
}

/** A connection on which nothing comes for this long is given up. */
const stallMilliseconds = 30_000
/** Milliseconds before the next attempt; after the last of them it has failed. What brought bytes begins anew. */
const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
/** So often it is told how far it is. */
const tellEvery = 200

/** What no further attempt changes: the file is gone, or another one, or the disk takes no more. */
class LastError extends Error {}

/**
 * A file on its way to the customer's disk: it can be paused, and goes on where it stopped, also by itself after a lost
 * connection or when the link has expired. What is on the disk has its name when all of it is there.
 */
export class FileTransfer {
  readonly #file: DownloadableFile
  readonly #handle: SavedFileHandle
  readonly #listeners = new Set<() => void>()
  #snapshot: TransferSnapshot = { state: 'running', bytes: 0 }
  #writable: FileSystemWritableFileStream | null = null
  #bytes = 0
  #toldAt = 0
  #url: string | null = null
  #aborter = new AbortController()
  /** One run ends before the next begins: both would write. */
  #running: Promise<void> = Promise.resolve()

  constructor(file: DownloadableFile, handle: SavedFileHandle) {
    this.#file = file
    this.#handle = handle
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  readonly snapshot = (): TransferSnapshot => this.#snapshot

  /** Begins, goes on after a pause, or tries again. */
  start(): void {
    this.#aborter = new AbortController()
    const { signal } = this.#aborter
    this.#tell('running')
    this.#running = this.#running.then(() => this.#run(signal))
  }

  pause(): void {
    this.#aborter.abort()
    this.#tell('paused')
  }

  /** Ends it, and leaves nothing behind. */
  async cancel(): Promise<void> {
    this.#aborter.abort()
    await this.#running
    await this.#writable?.abort().catch(() => undefined)
    await this.#handle.remove?.().catch(() => undefined)
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const before = this.#bytes
      try {
        await this.#receive(signal)
        await this.#close()
        return this.#tell('finished')
      } catch (error) {
        if (signal.aborted) return
        if (this.#bytes > before) failures = 0
        const pause = pauses[failures]
        if (error instanceof LastError || pause === undefined) return this.#tell('failed')
        // The link may have expired.
        this.#url = null
        this.#tell('waiting')
        await until(signal, pause)
      }
    }
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
        await this.#write(part.value)
        signal.throwIfAborted()
        timer = give()
      }
    } finally {
      clearTimeout(timer)
    }
    const { size } = this.#file
    if (size !== null && this.#bytes < size) throw new Error('The connection ended too early')
  }

  async #ask(signal: AbortSignal): Promise<Response> {
    this.#url ??= await this.#file.findUrl()
    if (this.#url === null) throw new LastError('The file is gone')
    const response = await fetch(this.#url, {
      signal,
      cache: 'no-store',
      ...(this.#bytes > 0 && { headers: { range: `bytes=${this.#bytes}-` } }),
    })
    if (!response.ok) throw new Error(`The file answered ${response.status}`)
    // A server that knows no ranges begins anew.
    if (response.status !== 206 && this.#bytes > 0) await this.#rewind()
    this.#check(response)
    return response
  }

  /** What goes on must be the same file. */
  #check({ headers }: Response): void {
    const rest = Number(headers.get('content-length') ?? Number.NaN)
    const { size } = this.#file
    const isOther = size !== null && !Number.isNaN(rest) && this.#bytes + rest !== size
    if (isOther) throw new LastError('It is another file')
  }

  async #write(part: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#toDisk(async () => {
      this.#writable ??= await this.#handle.createWritable()
      await this.#writable.write(part)
    })
    this.#bytes += part.length
    if (this.#snapshot.state !== 'running' || performance.now() > this.#toldAt + tellEvery) this.#tell('running')
  }

  async #rewind(): Promise<void> {
    await this.#toDisk(async () => {
      await this.#writable?.truncate(0)
      await this.#writable?.seek(0)
    })
    this.#bytes = 0
  }

  async #close(): Promise<void> {
    await this.#toDisk(async () => {
      this.#writable ??= await this.#handle.createWritable()
      await this.#writable.close()
    })
    this.#writable = null
  }

  /** After a failure what was written is lost, and another attempt begins anew. */
  async #toDisk(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (cause) {
      this.#writable = null
      this.#bytes = 0
      throw new LastError('The file cannot be written', { cause })
    }
  }

  #tell(state: TransferSnapshot['state']): void {
    this.#toldAt = performance.now()
    this.#snapshot = { state, bytes: this.#bytes }
    for (const listener of this.#listeners) listener()
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

import { Blob as NodeBlob } from 'node:buffer'
import { createHash } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { vi } from 'vitest'
import { fileHash } from './fileServer.ts'

/** A file handle from the save dialog. Like in browsers, nothing is written until the writable stream is closed. */
class ChosenPlace {
  readonly #disk: Disk
  /** The number of this place among the chosen places (1 is the first). */
  readonly #place: number

  constructor(disk: Disk) {
    this.#disk = disk
    this.#place = disk.chosen.length
  }

  async requestPermission() {
    this.#disk.permissionsAsked += 1
    return this.#disk.permission
  }

  async getFile() {
    return { size: this.#disk.hash === null ? 0 : 1 }
  }

  async remove() {
    this.#disk.isRemoved = true
  }

  async createWritable() {
    const [disk, place] = [this.#disk, this.#place]
    if (disk.isUnplugged) throw new DOMException('Unplugged', 'NotFoundError')
    const hash = createHash('sha256')
    return {
      write: async (piece: NodeBlob) => void hash.update(new Uint8Array(await piece.arrayBuffer())),
      close: async () => void Object.assign(disk, { hash: hash.digest('hex'), savedAt: place }),
      abort: async () => undefined,
    }
  }
}

/** The customer's disk, and the permission of the file handle. */
class Disk {
  readonly chosen: string[] = []
  isDismissed = false
  isUnplugged = false
  isRemoved = false
  permission: PermissionState = 'granted'
  permissionsAsked = 0
  hash: string | null = null
  /** The number of the chosen place (1 is the first) at which the file was saved; null if it was not saved. */
  savedAt: number | null = null

  readonly pick = async ({ suggestedName }: { readonly suggestedName: string }) => {
    this.chosen.push(suggestedName)
    if (this.isDismissed) throw new DOMException('Dismissed', 'AbortError')
    return new ChosenPlace(this)
  }

  /** True if the saved file is complete and equals the file on the server. */
  isWhole(): boolean {
    return this.hash === fileHash
  }
}

/** A browser with a save dialog and storage. `leavePage` releases the locks but keeps the stored data. */
export function createBrowserDisk() {
  const disk = new Disk()
  const held = new Set<string>()
  vi.stubGlobal('showSaveFilePicker', disk.pick)
  vi.stubGlobal('indexedDB', new IDBFactory())
  // Browsers can store Blobs and file handles. The Blobs of jsdom cannot be stored, those of Node can. Here, file
  // handles are stored without being copied.
  vi.stubGlobal('Blob', NodeBlob)
  const clone = globalThis.structuredClone
  vi.stubGlobal('structuredClone', (value: unknown, options?: StructuredSerializeOptions) => {
    if (typeof value !== 'object' || value === null || !('handle' in value)) return clone(value, options)
    return { ...clone({ ...value, handle: null }, options), handle: value.handle }
  })
  const request = async (name: string, _options: LockOptions, work: (lock: unknown) => Promise<unknown>) => {
    if (held.has(name)) return await work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  return Object.assign(disk, {
    /** Releases the locks that the page held. */
    leavePage: () => held.clear(),
    /** Holds the lock of a file, like another tab. */
    takeElsewhere: (key: string) => held.add(`keepsake-file:account-1:${key}`),
  })
}

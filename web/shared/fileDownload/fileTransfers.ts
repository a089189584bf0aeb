import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Store } from '../../app/Store.ts'
import { perSession } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { type DownloadableFile, type TransferSnapshot, FileTransfer } from './FileTransfer.ts'
import { holdLock } from './holdLock.ts'
import type { PartialFiles } from './PartialFiles.ts'
import { canChooseFile, chooseFile } from './saveFilePicker.ts'

/** Files of at least this size in bytes can be paused. */
const largeFile = 50e6
/** The free space that a file needs, relative to its size: the browser needs some space for itself. */
const roomFactor = 1.1

/** The result of starting a transfer. `impossible`: the browser must download the file itself. */
export type TransferBeginning = 'started' | 'dismissed' | 'impossible'

interface OwnTransfer {
  readonly transfer: FileTransfer
  /** Releases the file's lock for other tabs. */
  readonly release: () => Promise<void>
}

/**
 * The transfers of a session, by the keys of the files. They continue during navigation within the product, and can be
 * resumed by a later page. Only one tab at a time can transfer a file.
 */
export class FileTransfers extends Store {
  readonly #accountId: string
  readonly #isSignedIn: () => boolean
  readonly #transfers = new Map<string, OwnTransfer>()
  readonly #restored = new Map<string, Promise<unknown>>()
  #files: Promise<PartialFiles> | null = null
  #ending: Promise<void> = Promise.resolve()

  constructor(accountId: string, isSignedIn: () => boolean) {
    super()
    this.#accountId = accountId
    this.#isSignedIn = isSignedIn
  }

  find(key: string): FileTransfer | undefined {
    return this.#transfers.get(key)?.transfer
  }

  /** Looks once for the part of a file that an earlier page has received. */
  async restore(file: DownloadableFile): Promise<void> {
    const { key, size } = file
    if (!isPausable(size) || !canChooseFile()) return
    const restoring =
      this.#restored.get(key) ??
      this.#claim(key, async (files) => {
        const partial = await files.find(key, size)
        return partial && new FileTransfer(file, partial)
      })
    this.#restored.set(key, restoring)
    // Without storage there is nothing to resume.
    await restoring.catch(() => undefined)
  }

  /** Lets the user choose a place and starts the transfer. Needs a user gesture. Never rejects. */
  async begin(file: DownloadableFile): Promise<TransferBeginning> {
    const { key, size } = file
    if (!isPausable(size) || !canChooseFile() || !(await hasRoom(size))) return 'impossible'
    await this.#ending
    await this.restore(file)
    if (this.find(key)) return 'started'
    const transfer = await this.#claim(key, async (files) => {
      const handle = await chooseFile(file.fileName)
      const partial = handle && (await files.begin(file, size, handle))
      return partial && new FileTransfer(file, partial, 'running')
    }).catch(() => undefined)
    if (transfer === undefined) return 'impossible'
    return transfer ? 'started' : 'dismissed'
  }

  /** Ends a transfer and removes it from the list. A file that is on the disk stays there. */
  end(key: string): void {
    const own = this.#transfers.get(key)
    if (!own) return
    this.#transfers.delete(key)
    this.#ending = own.transfer.end().then(own.release)
    if (this.#transfers.size === 0) removeEventListener('beforeunload', this.#warnBeforeUnload)
    this.changed()
  }

  /** Acquires the file's lock and finds or creates its transfer. Undefined if another tab holds the lock. */
  async #claim(
    key: string,
    find: (files: PartialFiles) => Promise<FileTransfer | null>,
  ): Promise<FileTransfer | null | undefined> {
    const release = await holdLock(`keepsake-file:${this.#accountId}:${key}`)
    if (!release) return undefined
    let transfer: FileTransfer | null = null
    try {
      transfer = await find(await this.#open())
    } finally {
      if (!transfer) await release()
    }
    if (!transfer) return null
    this.#transfers.set(key, { transfer, release })
    // Adding the same listener again has no effect.
    addEventListener('beforeunload', this.#warnBeforeUnload)
    this.changed()
    return transfer
  }

  /** Loads the code on first use, because few users download large files. */
  async #open(): Promise<PartialFiles> {
    this.#files ??= import('./PartialFiles.ts').then(({ PartialFiles }) => PartialFiles.open(this.#accountId))
    try {
      return await this.#files
    } catch (error) {
      this.#files = null
      throw error
    }
  }

  /** Leaving loses nothing, but pauses the transfers until the user comes back. */
  readonly #warnBeforeUnload = (event: BeforeUnloadEvent): void => {
    const isActive = [...this.#transfers.values()].some(({ transfer }) =>
      ['running', 'waiting', 'saving'].includes(transfer.snapshot().state),
    )
    if (isActive && this.#isSignedIn()) event.preventDefault()
  }
}

function isPausable(size: number | null): size is number {
  return size !== null && size >= largeFile
}

/** Whether there is enough free space. True if unknown: writing then fails when the disk is full. */
async function hasRoom(size: number): Promise<boolean> {
  if (!('storage' in navigator)) return true
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate()
  return quota - usage > size * roomFactor
}

const fileTransfersOf = perSession((session) => {
  const { accountId } = session
  return new FileTransfers(accountId, () => session.accountId === accountId)
})

export function useFileTransfers(): FileTransfers {
  return fileTransfersOf(useSession())
}

const nothing = { subscribe: () => () => undefined, snapshot: () => null }

/** The transfer of a file and its snapshot; null or undefined if there is none. */
export function useFileTransfer(file: DownloadableFile) {
  const transfers = useFileTransfers()
  const transfer = useSyncExternalStore(transfers.subscribe, () => transfers.find(file.key))
  const { subscribe, snapshot } = transfer ?? nothing
  const state = useSyncExternalStore<TransferSnapshot | null>(subscribe, snapshot)
  const restore = useEffectEvent(() => transfers.restore(file))
  useEffect(() => void restore(), [])
  return transfer && state && { transfer, snapshot: state }
}

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Store } from '../../app/Store.ts'
import { perSession } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { type DownloadableFile, type TransferSnapshot, FileTransfer } from './FileTransfer.ts'
import { holdLock } from './holdLock.ts'
import type { KeptFiles } from './KeptFiles.ts'
import { canChooseFile, chooseFile } from './saveFilePicker.ts'

/** Files from this size on, in bytes, are worth a pause. */
const largeFile = 50e6
/** A browser needs some room for itself. */
const roomFactor = 1.1

/** What became of beginning; `impossible`: the browser has to download it by itself. */
export type TransferBeginning = 'begun' | 'dismissed' | 'impossible'

interface OwnTransfer {
  readonly transfer: FileTransfer
  /** Leaves the file to other tabs. */
  readonly release: () => Promise<void>
}

/**
 * The transfers of a sign-in, by the files' keys: they go on when the page is left within the product, and what an
 * earlier page has left can be gone on with. Of several tabs, one has a file.
 */
export class FileTransfers extends Store {
  readonly #accountId: string
  readonly #isSignedIn: () => boolean
  readonly #transfers = new Map<string, OwnTransfer>()
  readonly #restored = new Map<string, Promise<unknown>>()
  #files: Promise<KeptFiles> | null = null
  #ending: Promise<void> = Promise.resolve()

  constructor(accountId: string, isSignedIn: () => boolean) {
    super()
    this.#accountId = accountId
    this.#isSignedIn = isSignedIn
  }

  find(key: string): FileTransfer | undefined {
    return this.#transfers.get(key)?.transfer
  }

  /** Looks, once, whether an earlier page has left something of a file. */
  async restore(file: DownloadableFile): Promise<void> {
    const { key, size } = file
    if (!isWorthPausing(size) || !canChooseFile()) return
    const restoring =
      this.#restored.get(key) ??
      this.#take(key, async (files) => {
        const kept = await files.find(key, size)
        return kept && new FileTransfer(file, kept)
      })
    this.#restored.set(key, restoring)
    // A browser that keeps nothing has nothing to go on with.
    await restoring.catch(() => undefined)
  }

  /** Asks where a file is to be, by a press, and begins. Never rejects. */
  async begin(file: DownloadableFile): Promise<TransferBeginning> {
    const { key, size } = file
    if (!isWorthPausing(size) || !canChooseFile() || !(await hasRoom(size))) return 'impossible'
    await this.#ending
    await this.restore(file)
    if (this.find(key)) return 'begun'
    const transfer = await this.#take(key, async (files) => {
      const handle = await chooseFile(file.fileName)
      const kept = handle && (await files.begin(file, size, handle))
      return kept && new FileTransfer(file, kept, 'running')
    }).catch(() => undefined)
    if (transfer === undefined) return 'impossible'
    return transfer ? 'begun' : 'dismissed'
  }

  /** Ends it; of a file that is on the disk, only that this is shown. */
  end(key: string): void {
    const own = this.#transfers.get(key)
    if (!own) return
    this.#transfers.delete(key)
    this.#ending = own.transfer.end().then(own.release)
    if (this.#transfers.size === 0) removeEventListener('beforeunload', this.#askBeforeLeaving)
    this.changed()
  }

  /** Undefined: another tab has the file. */
  async #take(
    key: string,
    find: (files: KeptFiles) => Promise<FileTransfer | null>,
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
    // The same listener is added once only.
    addEventListener('beforeunload', this.#askBeforeLeaving)
    this.changed()
    return transfer
  }

  /** Only who downloads large files needs any of it. */
  async #open(): Promise<KeptFiles> {
    this.#files ??= import('./KeptFiles.ts').then(({ KeptFiles }) => KeptFiles.open(this.#accountId))
    try {
      return await this.#files
    } catch (error) {
      this.#files = null
      throw error
    }
  }

  /** Nothing would be lost, but it would go no further until the customer is back. */
  readonly #askBeforeLeaving = (event: BeforeUnloadEvent): void => {
    const isUnderWay = [...this.#transfers.values()].some(({ transfer }) =>
      ['running', 'waiting', 'saving'].includes(transfer.snapshot().state),
    )
    if (isUnderWay && this.#isSignedIn()) event.preventDefault()
  }
}

function isWorthPausing(size: number | null): size is number {
  return size !== null && size >= largeFile
}

/** Where it is not known, the disk itself will say. */
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

/** The transfer of a file and how it is; null where there is none. */
export function useFileTransfer(file: DownloadableFile) {
  const transfers = useFileTransfers()
  const transfer = useSyncExternalStore(transfers.subscribe, () => transfers.find(file.key))
  const { subscribe, snapshot } = transfer ?? nothing
  const state = useSyncExternalStore<TransferSnapshot | null>(subscribe, snapshot)
  const restore = useEffectEvent(() => transfers.restore(file))
  useEffect(() => void restore(), [])
  return transfer && state && { transfer, snapshot: state }
}

import { useSyncExternalStore } from 'react'
import type { IEnvironment } from 'relay-runtime'
import { useApp } from '../../startup/appContext.ts'
import { FileTransfer } from './FileTransfer.ts'
import type { DownloadableFile } from './FileTransfer.ts'
import type { SavedFileHandle } from './saveFilePicker.ts'

/** The transfers of a sign-in, by the files' keys: they go on when the page is left within the product. */
export class FileTransfers {
  readonly #isSignedIn: () => boolean
  readonly #listeners = new Set<() => void>()
  readonly #transfers = new Map<string, FileTransfer>()

  constructor(isSignedIn: () => boolean) {
    this.#isSignedIn = isSignedIn
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(key: string): FileTransfer | undefined {
    return this.#transfers.get(key)
  }

  begin(file: DownloadableFile, handle: SavedFileHandle): void {
    const transfer = new FileTransfer(file, handle)
    this.#transfers.set(file.key, transfer)
    // The same listener is added once only.
    addEventListener('beforeunload', this.#askBeforeLeaving)
    transfer.start()
    this.#changed()
  }

  /** Ends it; of a file that is on the disk, only that this is shown. */
  end(key: string): void {
    const transfer = this.#transfers.get(key)
    this.#transfers.delete(key)
    if (transfer && transfer.snapshot().state !== 'finished') void transfer.cancel()
    if (this.#transfers.size === 0) removeEventListener('beforeunload', this.#askBeforeLeaving)
    this.#changed()
  }

  /** What is not on the disk yet, all of it, would be lost. */
  readonly #askBeforeLeaving = (event: BeforeUnloadEvent): void => {
    const isUnderWay = [...this.#transfers.values()].some((transfer) =>
      ['running', 'waiting', 'paused'].includes(transfer.snapshot().state),
    )
    if (isUnderWay && this.#isSignedIn()) event.preventDefault()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

const transfersOf = new WeakMap<IEnvironment, FileTransfers>()

/** The transfers of this sign-in. */
export function useFileTransfers(): FileTransfers {
  const { environment, signIn } = useApp()
  const known = transfersOf.get(environment)
  if (known) return known
  const accountId = signIn.session()?.accountId
  const transfers = new FileTransfers(() => signIn.session()?.accountId === accountId)
  transfersOf.set(environment, transfers)
  return transfers
}

/** The transfer of a file, if there is one. */
export function useFileTransfer(key: string): FileTransfer | undefined {
  const transfers = useFileTransfers()
  return useSyncExternalStore(transfers.subscribe, () => transfers.find(key))
}

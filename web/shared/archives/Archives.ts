import type { IEnvironment } from 'relay-runtime'
import { Store } from '../../app/Store.ts'
import { storeArchiveHint } from './archiveMemory.ts'
import { type ListedArchive, ArchiveStream } from './ArchiveStream.ts'

/** The account of the archives, and the environment to fetch them with. */
export interface ArchiveAccount {
  readonly environment: IEnvironment
  readonly accountId: string
  /** Whether the account is still signed in. */
  readonly isSignedIn: () => boolean
}

export interface ArchivesSnapshot {
  /** The newest archives, newest first. */
  readonly archives: readonly ListedArchive[]
  /** Increases when an archive is added or removed, or changes its state. */
  readonly version: number
}

/** The archives of the session, whichever tab or device has requested them. Up to date while there are followers. */
export class Archives extends Store {
  readonly #account: ArchiveAccount
  readonly #stream: ArchiveStream
  #followers = 0
  #snapshot: ArchivesSnapshot = { archives: [], version: 0 }

  constructor(account: ArchiveAccount) {
    super()
    this.#account = account
    this.#stream = new ArchiveStream(account.environment, {
      onList: (archives) => this.#receiveList(archives),
      onProgress: (downloadId, progress) => this.#receiveProgress(downloadId, progress),
    })
  }

  /** The same object until something changes. */
  readonly snapshot = (): ArchivesSnapshot => this.#snapshot

  /** Keeps the archives up to date until the returned function is called. */
  readonly follow = (): (() => void) => {
    this.#followers += 1
    if (this.#followers === 1) this.#stream.open()
    return () => {
      this.#followers -= 1
      if (this.#followers === 0) this.#stream.close()
    }
  }

  /** Fetches the list, because there may be a new archive. */
  refresh(): void {
    this.#stream.refresh()
  }

  #receiveList(archives: readonly ListedArchive[]): void {
    const { accountId, isSignedIn } = this.#account
    const isSame = statesOf(archives) === statesOf(this.#snapshot.archives)
    this.#snapshot = { archives, version: this.#snapshot.version + (isSame ? 0 : 1) }
    if (isSignedIn()) storeArchiveHint(accountId, archives.some(isRunning))
    this.changed()
  }

  #receiveProgress(downloadId: string, progress: number): boolean {
    const { archives, version } = this.#snapshot
    const archive = archives.find((running) => running.downloadId === downloadId && isRunning(running))
    if (!archive) return false
    const updated = { ...archive, progress: Math.max(archive.progress, progress) }
    this.#snapshot = { archives: archives.map((known) => (known === archive ? updated : known)), version }
    // Lists read the progress from the store.
    this.#account.environment.commitUpdate((store) => {
      store.get(archive.id)?.setValue(updated.progress, 'progress')
    })
    this.changed()
    return true
  }
}

/** Whether the archive is being made. */
export function isRunning({ state }: ListedArchive): boolean {
  return state === 'STARTED'
}

function statesOf(archives: readonly ListedArchive[]): string {
  return archives.map(({ id, state }) => `${id} ${state}`).join()
}

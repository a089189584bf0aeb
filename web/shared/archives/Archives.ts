import type { IEnvironment } from 'relay-runtime'
import { Store } from '../../app/Store.ts'
import { hintAtArchives } from './archiveMemory.ts'
import { type ListedArchive, ArchiveStream } from './ArchiveStream.ts'

/** Whose archives, and where they are. */
export interface ArchiveAccount {
  readonly environment: IEnvironment
  readonly accountId: string
  /** Whether that account is signed in. */
  readonly isSignedIn: () => boolean
}

/** What is known of archives. */
export interface ArchivesSnapshot {
  /** The newest ones, newest first. */
  readonly archives: readonly ListedArchive[]
  /** Rises when there are others, or any of them has begun or ended. */
  readonly version: number
}

/** How the archives of this sign-in are, whichever tab or device asked for them, for as long as anybody follows them. */
export class Archives extends Store {
  readonly #account: ArchiveAccount
  readonly #stream: ArchiveStream
  #followers = 0
  #snapshot: ArchivesSnapshot = { archives: [], version: 0 }

  constructor(account: ArchiveAccount) {
    super()
    this.#account = account
    this.#stream = new ArchiveStream(account.environment, {
      onList: (archives) => this.#take(archives),
      onProgress: (downloadId, progress) => this.#takeProgress(downloadId, progress),
    })
  }

  /** The same object until something changes. */
  readonly snapshot = (): ArchivesSnapshot => this.#snapshot

  /** Follows what becomes of archives. Returns what ends it. */
  readonly follow = (): (() => void) => {
    this.#followers += 1
    if (this.#followers === 1) this.#stream.open()
    return () => {
      this.#followers -= 1
      if (this.#followers === 0) this.#stream.close()
    }
  }

  /** There may be another one. */
  look(): void {
    this.#stream.look()
  }

  #take(archives: readonly ListedArchive[]): void {
    const { accountId, isSignedIn } = this.#account
    const isSame = statesOf(archives) === statesOf(this.#snapshot.archives)
    this.#snapshot = { archives, version: this.#snapshot.version + (isSame ? 0 : 1) }
    if (isSignedIn()) hintAtArchives(accountId, archives.some(isRunning))
    this.changed()
  }

  #takeProgress(downloadId: string, progress: number): boolean {
    const { archives, version } = this.#snapshot
    const archive = archives.find((running) => running.downloadId === downloadId && isRunning(running))
    if (!archive) return false
    const more = { ...archive, progress: Math.max(archive.progress, progress) }
    this.#snapshot = { archives: archives.map((known) => (known === archive ? more : known)), version }
    // Lists show it, too.
    this.#account.environment.commitUpdate((store) => {
      store.get(archive.id)?.setValue(more.progress, 'progress')
    })
    this.changed()
    return true
  }
}

/** Whether it is being made. */
export function isRunning({ state }: ListedArchive): boolean {
  return state === 'STARTED'
}

function statesOf(archives: readonly ListedArchive[]): string {
  return archives.map(({ id, state }) => `${id} ${state}`).join()
}

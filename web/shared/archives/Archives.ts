import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { saveFile } from '../fileDownload/saveFile.ts'
import { readWanted, rememberArchives, takeArchive } from './archiveMemory.ts'
import type { ArchiveRequest, WantedArchive } from './archiveMemory.ts'
import { ArchiveStream } from './ArchiveStream.ts'
import type { ListedArchive } from './ArchiveStream.ts'
import { tellFailed, tellNotDownloaded, tellSaved, tellStarted } from './archiveToasts.tsx'
import { askForArchive } from './askForArchive.ts'
import type { ArchiveAnswer } from './askForArchive.ts'
import { findArchiveUrl } from './findArchiveUrl.ts'
import { untilStaying } from './untilStaying.ts'

/** A list that does not have a new archive yet may still come to have it. */
const patienceMilliseconds = 120_000

export interface ArchivesOptions {
  readonly environment: IEnvironment
  readonly intl: IntlShape
  readonly accountId: string
  /** Whether that account is signed in. */
  readonly isSignedIn: () => boolean
}

/** What is known of archives. */
export interface ArchivesSnapshot {
  /** Those that are being made. */
  readonly running: readonly ListedArchive[]
  /** Rises when there are others, or any of them has begun or ended. */
  readonly version: number
}

/**
 * The archives of this sign-in, whatever view they were asked for in. The tab that asked for one downloads it when it is
 * ready, once; the others only show that it is on its way.
 */
export class Archives {
  readonly #options: ArchivesOptions
  readonly #stream: ArchiveStream
  readonly #listeners = new Set<() => void>()
  /** What failed can be asked for again, by the services' id. */
  readonly #failed = new Map<string, ArchiveRequest>()
  /** By their keys, those that are being asked for, or downloaded. */
  readonly #busy = new Set<string>()
  #wanted: readonly WantedArchive[]
  #followers = 0
  /** Which there are, and their states. */
  #listed: string | null = null
  #snapshot: ArchivesSnapshot = { running: [], version: 0 }

  constructor(options: ArchivesOptions) {
    this.#options = options
    this.#wanted = readWanted(options.accountId)
    this.#stream = new ArchiveStream(options.environment, {
      onList: (archives) => this.#take(archives),
      onProgress: (downloadId, progress) => this.#takeProgress(downloadId, progress),
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  readonly snapshot = (): ArchivesSnapshot => this.#snapshot

  /** Follows what becomes of archives, for as long as anybody wants that. Returns what ends it. */
  readonly follow = (): (() => void) => {
    this.#followers += 1
    if (this.#followers === 1) {
      this.#stream.open()
      // The page was left before it was known whether they were asked for.
      for (const wanted of this.#wanted) {
        if (wanted.downloadId === null && !this.#busy.has(wanted.key)) void this.#askBehind(wanted)
      }
    }
    return () => {
      this.#followers -= 1
      if (this.#followers === 0) this.#stream.close()
    }
  }

  /**
   * Asks for an archive, and downloads it when it is ready. Never rejects.
   * @param key a text that was made up for it: asking again with the same one asks for nothing new
   */
  async ask(request: ArchiveRequest, key: string): Promise<ArchiveAnswer['kind']> {
    return await this.#ask(toWanted(request, key))
  }

  /** Asks again for one that could not be made; null when this tab did not ask for it. */
  retry(downloadId: string): (() => void) | null {
    const request = this.#failed.get(downloadId)
    if (!request) return null
    return () => {
      this.#failed.delete(downloadId)
      this.#askAgain(request)
    }
  }

  async #ask(wanted: WantedArchive): Promise<ArchiveAnswer['kind']> {
    this.#busy.add(wanted.key)
    this.#replace(wanted.key, wanted)
    const answer = await askForArchive(this.#options.environment, wanted, wanted.key)
    // A page that is being left gives up its calls: the next one asks again.
    if (answer.kind === 'failed') await untilStaying()
    this.#busy.delete(wanted.key)
    if (answer.kind === 'asked') {
      this.#replace(wanted.key, { ...wanted, downloadId: answer.downloadId })
      tellStarted(this.#options.intl)
      this.#stream.look()
    } else this.#replace(wanted.key, null)
    return answer.kind
  }

  /** Asks without a dialog that could say what became of it. */
  async #askBehind(wanted: WantedArchive): Promise<void> {
    const kind = await this.#ask(wanted)
    if (kind === 'asked') return
    tellNotDownloaded(this.#options.intl, kind === 'gone' ? null : () => void this.#askBehind(wanted))
  }

  #askAgain(request: ArchiveRequest): void {
    void this.#askBehind(toWanted(request, crypto.randomUUID()))
  }

  #take(archives: readonly ListedArchive[]): void {
    const running = archives.filter(({ state }) => state === 'STARTED')
    const listed = archives.map(({ id, state }) => `${id} ${state}`).join()
    this.#snapshot = { running, version: this.#snapshot.version + (listed === this.#listed ? 0 : 1) }
    this.#listed = listed
    for (const wanted of this.#wanted) {
      const archive = archives.find(({ downloadId }) => downloadId === wanted.downloadId)
      if (archive) this.#end(wanted, archive)
      else if (wanted.downloadId !== null && Date.now() > wanted.asked + patienceMilliseconds) this.#drop(wanted)
    }
    this.#changed()
  }

  /** What this tab waits for may have ended. */
  #end(wanted: WantedArchive, archive: ListedArchive): void {
    if (archive.state === 'FINISHED' && !this.#busy.has(wanted.key)) void this.#download(wanted, archive)
    if (archive.state !== 'ERROR') return
    this.#failed.set(archive.downloadId, wanted)
    tellFailed(this.#options.intl, () => this.#askAgain(wanted))
    this.#drop(wanted)
  }

  /** It is waited for until it is downloaded: a page that is left before has not done so. */
  async #download(wanted: WantedArchive, archive: ListedArchive): Promise<void> {
    const { accountId, isSignedIn } = this.#options
    this.#busy.add(wanted.key)
    await takeArchive(accountId, archive.downloadId, async () => {
      await untilStaying()
      if (isSignedIn()) await this.#save(archive)
    })
    this.#busy.delete(wanted.key)
    this.#replace(wanted.key, null)
  }

  async #save(archive: ListedArchive): Promise<void> {
    const { environment, intl } = this.#options
    const fileName = `${archive.downloadId}.zip`
    try {
      const url = await findArchiveUrl(environment, archive.id)
      if (url === null) return tellNotDownloaded(intl, null)
      await saveFile(url, fileName)
      tellSaved(intl, { url, fileName, missingCount: archive.missingCount })
    } catch {
      tellNotDownloaded(intl, () => void this.#save(archive))
    }
  }

  #takeProgress(downloadId: string, progress: number): boolean {
    const archive = this.#snapshot.running.find((running) => running.downloadId === downloadId)
    if (!archive) return false
    const more = { ...archive, progress: Math.max(archive.progress, progress) }
    const running = this.#snapshot.running.map((known) => (known === archive ? more : known))
    this.#snapshot = { ...this.#snapshot, running }
    // Lists show it, too.
    this.#options.environment.commitUpdate((store) => {
      store.get(archive.id)?.setValue(more.progress, 'progress')
    })
    this.#changed()
    return true
  }

  #drop(wanted: WantedArchive): void {
    this.#wanted = this.#wanted.filter((other) => other !== wanted)
  }

  #replace(key: string, wanted: WantedArchive | null): void {
    const others = this.#wanted.filter((other) => other.key !== key)
    this.#wanted = wanted ? [...others, wanted] : others
    this.#changed()
  }

  #changed(): void {
    const { accountId, isSignedIn } = this.#options
    if (isSignedIn()) rememberArchives(accountId, this.#wanted, this.#snapshot.running.length > 0)
    for (const listener of this.#listeners) listener()
  }
}

function toWanted({ photoIds, sharedAlbumId, name }: ArchiveRequest, key: string): WantedArchive {
  return { photoIds, sharedAlbumId, name, key, downloadId: null, asked: Date.now() }
}

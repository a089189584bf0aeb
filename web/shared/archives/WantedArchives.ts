import type { ArchiveAccount, Archives } from './Archives.ts'
import { type ArchiveRequest, type WantedArchive, readWanted, rememberWanted } from './archiveMemory.ts'
import type { ArchiveNotice } from './archiveNotice.tsx'
import type { ListedArchive } from './ArchiveStream.ts'
import { type ArchiveAnswer, askForArchive } from './askForArchive.ts'
import { downloadArchive } from './downloadArchive.ts'
import { untilStaying } from './untilStaying.ts'

/** A list that does not have a new archive yet may still come to have it. */
const patienceMilliseconds = 120_000

export interface WantedArchivesOptions extends ArchiveAccount {
  readonly archives: Archives
  /** Tells the customer. Returns what takes that back. */
  readonly tell: (notice: ArchiveNotice) => () => void
}

/** What can be asked for again. */
interface FailedArchive {
  readonly request: ArchiveRequest
  readonly takeBack: () => void
}

/** The archives that this tab has asked for, whatever view they were asked for in: it downloads each when it is ready. */
export class WantedArchives {
  readonly #options: WantedArchivesOptions
  /** By the services' id. */
  readonly #failed = new Map<string, FailedArchive>()
  /** By their keys, those that are being asked for, or downloaded. */
  readonly #busy = new Set<string>()
  /** By their keys, what takes back that they are being made. */
  readonly #begun = new Map<string, () => void>()
  #wanted: readonly WantedArchive[]

  constructor(options: WantedArchivesOptions) {
    this.#options = options
    this.#wanted = readWanted(options.accountId)
    options.archives.subscribe(() => this.#look())
  }

  /**
   * Asks for an archive, and downloads it when it is ready. Never rejects.
   * @param key a text that was made up for it: asking again with the same one asks for nothing new
   */
  async ask({ photoIds, sharedAlbumId, name }: ArchiveRequest, key: string): Promise<ArchiveAnswer> {
    return await this.#ask({ photoIds, sharedAlbumId, name, key, downloadId: null, asked: Date.now() })
  }

  /** Asks again for what an earlier page was left with before it was answered. */
  askAgain(): void {
    for (const wanted of this.#wanted) {
      if (wanted.downloadId === null && !this.#busy.has(wanted.key)) void this.#askBehind(wanted)
    }
  }

  /** Asks anew for one that could not be made; null when this tab did not ask for it. */
  retry(downloadId: string): (() => void) | null {
    if (!this.#failed.has(downloadId)) return null
    return () => {
      const failed = this.#failed.get(downloadId)
      // It is offered in several places.
      if (!failed) return
      this.#failed.delete(downloadId)
      failed.takeBack()
      void this.#askBehind({ ...failed.request, key: crypto.randomUUID() })
    }
  }

  async #ask(wanted: WantedArchive): Promise<ArchiveAnswer> {
    const { environment, archives, tell } = this.#options
    const { key } = wanted
    this.#busy.add(key)
    this.#replace(key, wanted)
    const answer = await askForArchive(environment, wanted, key)
    // A page that is being left gives up its calls: the next one asks again.
    if (answer.kind === 'failed') await untilStaying()
    this.#busy.delete(key)
    this.#replace(key, answer.kind === 'asked' ? { ...wanted, downloadId: answer.downloadId } : null)
    if (answer.kind === 'asked') {
      this.#begun.set(key, tell({ kind: 'started' }))
      archives.look()
    }
    return answer
  }

  /** Asks without a dialog that could say what became of it. */
  async #askBehind(request: ArchiveRequest & Pick<WantedArchive, 'key'>): Promise<void> {
    const answer = await this.ask(request, request.key)
    if (answer.kind === 'asked') return
    const onRetry = answer.kind === 'gone' ? null : () => void this.#askBehind(request)
    this.#options.tell(answer.kind === 'busy' ? { ...answer, onRetry } : { kind: 'lost', onRetry })
  }

  /** What this tab waits for may have ended. */
  #look(): void {
    const { archives } = this.#options.archives.snapshot()
    for (const wanted of this.#wanted) {
      const { key, downloadId, asked } = wanted
      const archive = archives.find((listed) => listed.downloadId === downloadId)
      if (archive) this.#end(wanted, archive)
      else if (downloadId !== null && Date.now() > asked + patienceMilliseconds) this.#replace(key, null)
    }
  }

  #end({ key, ...request }: WantedArchive, archive: ListedArchive): void {
    const { downloadId, state } = archive
    if (state === 'FINISHED' && !this.#busy.has(key)) void this.#download(key, archive)
    if (state !== 'ERROR') return
    this.#replace(key, null)
    this.#failed.set(downloadId, { request, takeBack: () => undefined })
    const takeBack = this.#tellEnd(key, { kind: 'failed', onRetry: this.retry(downloadId) })
    this.#failed.set(downloadId, { request, takeBack })
  }

  /** It is waited for until it is downloaded: a page that is left before has not done so. */
  async #download(key: string, archive: ListedArchive): Promise<void> {
    this.#busy.add(key)
    await downloadArchive({ ...this.#options, tell: (notice) => this.#tellEnd(key, notice) }, archive)
    this.#busy.delete(key)
    this.#replace(key, null)
  }

  /** What became of an archive takes the place of its being made. */
  #tellEnd(key: string, notice: ArchiveNotice): () => void {
    this.#begun.get(key)?.()
    this.#begun.delete(key)
    return this.#options.tell(notice)
  }

  #replace(key: string, wanted: WantedArchive | null): void {
    const { accountId, isSignedIn } = this.#options
    const others = this.#wanted.filter((other) => other.key !== key)
    this.#wanted = wanted ? [...others, wanted] : others
    if (isSignedIn()) rememberWanted(accountId, this.#wanted)
  }
}

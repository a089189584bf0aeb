import type { ArchiveAccount, Archives } from './Archives.ts'
import { type ArchiveRequest, type RequestedArchive, readRequested, storeRequested } from './archiveMemory.ts'
import type { ArchiveNotice } from './archiveNotice.tsx'
import type { ListedArchive } from './ArchiveStream.ts'
import { type ArchiveAnswer, askForArchive } from './askForArchive.ts'
import { downloadArchive } from './downloadArchive.ts'
import { untilStaying } from './untilStaying.ts'

/** How long (ms) a requested archive may be missing from the list before it counts as failed. */
const timeoutMilliseconds = 120_000

export interface RequestedArchivesOptions extends ArchiveAccount {
  readonly archives: Archives
  /** Shows a notice. Returns a function that closes it. */
  readonly notify: (notice: ArchiveNotice) => () => void
}

/** A failed archive that can be requested again. */
interface FailedArchive {
  readonly request: ArchiveRequest
  readonly closeNotice: () => void
}

/** The archives that this tab has requested, in any view. Each archive is downloaded when it is ready. */
export class RequestedArchives {
  readonly #options: RequestedArchivesOptions
  /** Failed archives by the service's id. */
  readonly #failed = new Map<string, FailedArchive>()
  /** The keys of archives that are being requested or downloaded. */
  readonly #busy = new Set<string>()
  /** For each archive that is being prepared, by its key: a function that closes the notice about it. */
  readonly #preparingNotices = new Map<string, () => void>()
  #requested: readonly RequestedArchive[]

  constructor(options: RequestedArchivesOptions) {
    this.#options = options
    this.#requested = readRequested(options.accountId)
    options.archives.subscribe(() => this.#update())
  }

  /**
   * Requests an archive and downloads it when it is ready. Never rejects.
   * @param key the idempotency key: a second request with the same key makes no second archive
   */
  async request({ photoIds, sharedAlbumId, name }: ArchiveRequest, key: string): Promise<ArchiveAnswer> {
    return await this.#request({ photoIds, sharedAlbumId, name, key, downloadId: null, asked: Date.now() })
  }

  /** Repeats the requests of an earlier page that was left before the response. */
  repeatRequests(): void {
    for (const requested of this.#requested) {
      if (requested.downloadId === null && !this.#busy.has(requested.key)) void this.#requestInBackground(requested)
    }
  }

  /** Returns a function that requests a failed archive again; null if this tab has not requested it. */
  retry(downloadId: string): (() => void) | null {
    if (!this.#failed.has(downloadId)) return null
    return () => {
      const failed = this.#failed.get(downloadId)
      // Several buttons offer the retry: only the first press counts.
      if (!failed) return
      this.#failed.delete(downloadId)
      failed.closeNotice()
      void this.#requestInBackground({ ...failed.request, key: crypto.randomUUID() })
    }
  }

  async #request(requested: RequestedArchive): Promise<ArchiveAnswer> {
    const { environment, archives, notify } = this.#options
    const { key } = requested
    this.#busy.add(key)
    this.#replace(key, requested)
    const answer = await askForArchive(environment, requested, key)
    // Leaving the page aborts the request, which the next page repeats. So a failure counts only if the page stays.
    if (answer.kind === 'failed') await untilStaying()
    this.#busy.delete(key)
    this.#replace(key, answer.kind === 'accepted' ? { ...requested, downloadId: answer.downloadId } : null)
    if (answer.kind === 'accepted') {
      this.#preparingNotices.set(key, notify({ kind: 'preparing' }))
      archives.refresh()
    }
    return answer
  }

  /** Requests an archive without a dialog: a notice shows a failure. */
  async #requestInBackground(request: ArchiveRequest & Pick<RequestedArchive, 'key'>): Promise<void> {
    const answer = await this.request(request, request.key)
    if (answer.kind === 'accepted') return
    if (answer.kind === 'gone') {
      // `goneCount` lets the notice say that the photos are no longer in the user's library. The photos of a shared
      // album may never have been in it, so they are not counted.
      const goneCount = request.sharedAlbumId === null ? { goneCount: request.photoIds.length } : {}
      this.#options.notify({ kind: 'downloadFailed', onRetry: null, ...goneCount })
      return
    }
    const onRetry = () => void this.#requestInBackground(request)
    this.#options.notify(answer.kind === 'busy' ? { ...answer, onRetry } : { kind: 'downloadFailed', onRetry })
  }

  /** Handles the archives of this tab that have ended. */
  #update(): void {
    const { archives } = this.#options.archives.snapshot()
    for (const requested of this.#requested) {
      const { key, downloadId, asked } = requested
      const archive = archives.find((listed) => listed.downloadId === downloadId)
      if (archive) this.#end(requested, archive)
      else if (downloadId !== null && Date.now() > asked + timeoutMilliseconds) this.#replace(key, null)
    }
  }

  #end({ key, ...request }: RequestedArchive, archive: ListedArchive): void {
    const { downloadId, state } = archive
    if (state === 'FINISHED' && !this.#busy.has(key)) void this.#download(key, archive)
    if (state !== 'ERROR') return
    this.#replace(key, null)
    this.#failed.set(downloadId, { request, closeNotice: () => undefined })
    const closeNotice = this.#notifyEnd(key, { kind: 'archiveFailed', onRetry: this.retry(downloadId) })
    this.#failed.set(downloadId, { request, closeNotice })
  }

  /**
   * Downloads an archive. Its request stays stored until the download has started: if the page is left before that, the
   * next page downloads the archive.
   */
  async #download(key: string, archive: ListedArchive): Promise<void> {
    this.#busy.add(key)
    await downloadArchive({ ...this.#options, notify: (notice) => this.#notifyEnd(key, notice) }, archive)
    this.#busy.delete(key)
    this.#replace(key, null)
  }

  /** Closes the notice that the archive is being prepared, and shows a notice of the result. */
  #notifyEnd(key: string, notice: ArchiveNotice): () => void {
    this.#preparingNotices.get(key)?.()
    this.#preparingNotices.delete(key)
    return this.#options.notify(notice)
  }

  #replace(key: string, requested: RequestedArchive | null): void {
    const { accountId, isSignedIn } = this.#options
    const others = this.#requested.filter((other) => other.key !== key)
    this.#requested = requested ? [...others, requested] : others
    if (isSignedIn()) storeRequested(accountId, this.#requested)
  }
}

import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { showToast } from '../../../ui/toasts.ts'
import type { ToastHandle } from '../../../ui/toasts.ts'
import { chunkSize, deleteChunk } from './deleteChunk.ts'
import { failureTexts } from './deletionTexts.ts'
import type { DeletionKind } from './deletionTexts.ts'
import { HiddenPhotos } from './HiddenPhotos.ts'

/** Browsers let 64 KiB of requests outlive their page; an id takes 60 bytes. */
const mostWhenLeaving = 1_000

export interface DeletionsOptions {
  readonly environment: IEnvironment
  readonly intl: IntlShape
  /** Whether the account whose photos these are is signed in. */
  readonly isSignedIn: () => boolean
  /** Sees to it that calls of the next minutes, the last one of the page among them, need not wait for a token. */
  readonly staySignedIn: () => void
  /** Has everybody look again at what they show. */
  readonly onEnd: () => void
}

/** A deletion that was asked for: promised until its toast is gone, then under way. */
interface Deletion {
  readonly kind: DeletionKind
  readonly amount: number
  readonly hidden: HiddenPhotos
  readonly toast: ToastHandle
  /** Chunks that were not sent yet. */
  readonly waiting: (readonly string[])[]
  readonly sent: Promise<void>[]
  readonly failed: string[]
  isPromised: boolean
  isRefused: boolean
  /** How many photos have been tried. */
  done: number
}

/**
 * The deletions of this page, whatever view they began in. Photos are hidden at once; a toast offers Undo; when it is
 * gone they are deleted, 500 per call, one call at a time. Those that could not be deleted come back and are named.
 */
export class Deletions {
  readonly #options: DeletionsOptions
  readonly #open = new Set<Deletion>()
  #queue: Promise<void> = Promise.resolve()
  #sending = 0

  constructor(options: DeletionsOptions) {
    this.#options = options
  }

  /**
   * Hides photos, and deletes them unless they are wanted back.
   * @param collectionOf in which month or album a photo is, where that is known
   */
  deletePhotos(
    photoIds: readonly string[],
    kind: DeletionKind,
    collectionOf: ReadonlyMap<string, string> = new Map(),
  ): void {
    const { environment, intl } = this.#options
    const open = [...this.#open]
    const ids = [...new Set(photoIds)].filter((id) => !open.some(({ hidden }) => hidden.has(id)))
    if (ids.length === 0) return
    const deletion: Deletion = {
      kind,
      amount: ids.length,
      hidden: new HiddenPhotos(environment, ids, collectionOf),
      toast: showToast({
        kind: 'success',
        message: intl.formatMessage({ id: 'deletion.done' }, { count: ids.length }),
        action: { label: intl.formatMessage({ id: 'deletion.undo' }), onPress: () => this.#undo(deletion) },
        onClose: () => this.#start(deletion),
      }),
      waiting: chunksOf(ids),
      sent: [],
      failed: [],
      isPromised: true,
      isRefused: false,
      done: 0,
    }
    this.#open.add(deletion)
    this.#options.staySignedIn()
    // The same listener is added once only.
    addEventListener('beforeunload', this.#askBeforeLeaving)
    addEventListener('pagehide', this.#leave)
  }

  /** Makes every promised deletion now. Resolves when all have ended, well or not. */
  async finish(): Promise<void> {
    for (const { toast } of this.#open) toast.close()
    await this.#queue
  }

  #undo(deletion: Deletion): void {
    deletion.isPromised = false
    this.#close(deletion)
    const message = this.#options.intl.formatMessage({ id: 'deletion.undone' }, { count: deletion.amount })
    showToast({ kind: 'info', message, timeout: 5_000 })
  }

  #start(deletion: Deletion): void {
    if (!deletion.isPromised) return
    deletion.isPromised = false
    this.#queue = this.#queue.then(() => this.#run(deletion))
  }

  async #run(deletion: Deletion): Promise<void> {
    const isLong = deletion.amount > chunkSize
    const isTold = isLong || !navigator.onLine
    const progress = isTold ? showToast({ kind: 'info', timeout: null, ...this.#progressOf(deletion) }) : null
    for (let chunk = deletion.waiting.shift(); chunk; chunk = deletion.waiting.shift()) {
      await this.#send(deletion, chunk)
      progress?.change(this.#progressOf(deletion))
    }
    await Promise.all(deletion.sent)
    progress?.close()
    this.#close(deletion)
    this.#options.onEnd()
    if (deletion.failed.length > 0) this.#tellFailure(deletion)
    else if (isLong) {
      const message = this.#options.intl.formatMessage({ id: 'deletion.done' }, { count: deletion.amount })
      showToast({ kind: 'success', message })
    }
  }

  #send(deletion: Deletion, chunk: readonly string[]): Promise<void> {
    const send = async () => {
      this.#sending += chunk.length
      const { failed, isRefused } = await deleteChunk(this.#options.environment, chunk, deletion.hidden)
      this.#sending -= chunk.length
      deletion.done += chunk.length
      deletion.failed.push(...failed)
      deletion.isRefused ||= isRefused
    }
    const sent = send()
    deletion.sent.push(sent)
    return sent
  }

  /** What of it is not gone is seen again. */
  #close(deletion: Deletion): void {
    this.#open.delete(deletion)
    deletion.hidden.comeBack()
    if (this.#open.size > 0) return
    removeEventListener('beforeunload', this.#askBeforeLeaving)
    removeEventListener('pagehide', this.#leave)
  }

  #tellFailure({ kind, failed, isRefused }: Deletion): void {
    const { environment, intl } = this.#options
    const source = environment.getStore().getSource()
    const names = failed.map((id) => source.get(id)?.['fileName']).filter((name) => typeof name === 'string')
    showToast({
      kind: 'error',
      ...failureTexts(intl, { kind, amount: failed.length, names, isRefused }),
      action: { label: intl.formatMessage({ id: 'common.retry' }), onPress: () => this.deletePhotos(failed, kind) },
    })
  }

  #progressOf({ done, amount }: Deletion): { readonly message: string; readonly progress: number } {
    const id = navigator.onLine ? 'deletion.progress' : 'deletion.offline'
    return { message: this.#options.intl.formatMessage({ id }, { done, total: amount }), progress: done / amount }
  }

  /** What does not fit into the last moment of the page would stay undeleted, although it was promised. */
  readonly #askBeforeLeaving = (event: BeforeUnloadEvent): void => {
    const left = [...this.#open].reduce((amount, { waiting }) => amount + waiting.flat().length, this.#sending)
    const canBeSent = navigator.onLine && left <= mostWhenLeaving
    if (!canBeSent && this.#options.isSignedIn()) event.preventDefault()
  }

  /** The page is going: what fits is sent on its way. A page that comes back finds that, and goes on with the rest. */
  readonly #leave = (): void => {
    if (!this.#options.isSignedIn()) return
    for (const deletion of this.#open) {
      deletion.toast.close()
      for (let chunk = deletion.waiting[0]; chunk; chunk = deletion.waiting[0]) {
        if (this.#sending + chunk.length > mostWhenLeaving) return
        deletion.waiting.shift()
        void this.#send(deletion, chunk)
      }
    }
  }
}

function chunksOf(ids: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) =>
    ids.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}

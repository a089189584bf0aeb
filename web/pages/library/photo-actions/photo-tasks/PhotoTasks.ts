import type { IntlShape } from 'react-intl'
import { perSession } from '../../../../app/Session.ts'
import { type ToastHandle, showToast } from '../../../../ui/toasts.ts'
import { type ChunkResult, chunkSize, isLong } from './inThreeAttempts.ts'

/** Browsers let 64 KiB of requests outlive their page; an id takes 60 bytes. */
const mostWhenLeaving = 1_000

export interface PhotoTasksOptions {
  readonly intl: IntlShape
  /** Whether the account whose photos these are is signed in. */
  readonly isSignedIn: () => boolean
  /** Sees to it that calls of the next minutes, the last one of the page among them, need not wait for a token. */
  readonly staySignedIn: () => void
}

/** Something that is done for many photos. */
export interface PhotoTask {
  readonly photoIds: readonly string[]
  /** What a toast with Undo says, and what is said when that is pressed; without it the task begins at once. */
  readonly undo?: { readonly message: string; readonly undone: string }
  /** How far it is. */
  readonly progress: (done: number, total: number) => string
  readonly send: (chunk: readonly string[]) => Promise<ChunkResult>
  /** Told once, at the end; null: it was undone. */
  readonly onEnd: (result: ChunkResult | null) => void
}

/** A task that was asked for: promised until its toast is gone, then under way. */
interface OpenTask {
  readonly task: PhotoTask
  /** Chunks that were not sent yet. */
  readonly waiting: (readonly string[])[]
  readonly sent: Promise<void>[]
  readonly failed: string[]
  toast: ToastHandle | null
  isPromised: boolean
  isRefused: boolean
  /** How many photos have been tried. */
  done: number
}

/**
 * What is done for many photos, whatever view it began in: 500 per call, one call at a time, in the order in which it was
 * asked for. What has Undo begins when its toast is gone.
 */
export class PhotoTasks {
  readonly #options: PhotoTasksOptions
  readonly #open = new Set<OpenTask>()
  #queue: Promise<void> = Promise.resolve()
  #sending = 0

  constructor(options: PhotoTasksOptions) {
    this.#options = options
  }

  /** Begins a task, or promises it. Returns what ends the time for Undo. */
  begin(task: PhotoTask): () => void {
    const { undo, photoIds } = task
    const open: OpenTask = {
      task,
      waiting: chunksOf(photoIds),
      sent: [],
      failed: [],
      toast: null,
      isPromised: true,
      isRefused: false,
      done: 0,
    }
    this.#open.add(open)
    this.#options.staySignedIn()
    // The same listener is added once only.
    addEventListener('beforeunload', this.#askBeforeLeaving)
    addEventListener('pagehide', this.#leave)
    if (undo) open.toast = this.#offerUndo(open, undo)
    else this.#start(open)
    return () => open.toast?.close()
  }

  /** Begins every promised task now. Resolves when all have ended, well or not. */
  async finish(): Promise<void> {
    for (const { toast } of this.#open) toast?.close()
    await this.#queue
  }

  #offerUndo(open: OpenTask, { message, undone }: NonNullable<PhotoTask['undo']>): ToastHandle {
    const undo = () => {
      open.isPromised = false
      this.#close(open)
      open.task.onEnd(null)
      showToast({ kind: 'info', message: undone, timeout: 5_000 })
    }
    return showToast({
      kind: 'success',
      message,
      action: { label: this.#options.intl.formatMessage({ id: 'tasks.undo' }), onPress: undo },
      onClose: () => this.#start(open),
    })
  }

  #start(open: OpenTask): void {
    if (!open.isPromised) return
    open.isPromised = false
    this.#queue = this.#queue.then(() => this.#run(open))
  }

  async #run(open: OpenTask): Promise<void> {
    const isTold = isLong(open.task.photoIds.length) || !navigator.onLine
    const progress = isTold ? showToast({ kind: 'info', timeout: null, ...this.#progressOf(open) }) : null
    for (let chunk = open.waiting.shift(); chunk; chunk = open.waiting.shift()) {
      await this.#send(open, chunk)
      progress?.change(this.#progressOf(open))
    }
    await Promise.all(open.sent)
    progress?.close()
    this.#close(open)
    open.task.onEnd({ failed: open.failed, isRefused: open.isRefused })
  }

  #send(open: OpenTask, chunk: readonly string[]): Promise<void> {
    const send = async () => {
      this.#sending += chunk.length
      const { failed, isRefused } = await open.task.send(chunk)
      this.#sending -= chunk.length
      open.done += chunk.length
      open.failed.push(...failed)
      open.isRefused ||= isRefused
    }
    const sent = send()
    open.sent.push(sent)
    return sent
  }

  #close(open: OpenTask): void {
    this.#open.delete(open)
    if (this.#open.size > 0) return
    removeEventListener('beforeunload', this.#askBeforeLeaving)
    removeEventListener('pagehide', this.#leave)
  }

  #progressOf({ task, done }: OpenTask): { readonly message: string; readonly progress: number } {
    const total = task.photoIds.length
    const offline = () => this.#options.intl.formatMessage({ id: 'tasks.offline' })
    return { message: navigator.onLine ? task.progress(done, total) : offline(), progress: done / total }
  }

  /** What does not fit into the last moment of the page would stay undone, although it was promised. */
  readonly #askBeforeLeaving = (event: BeforeUnloadEvent): void => {
    const left = [...this.#open].reduce((amount, { waiting }) => amount + waiting.flat().length, this.#sending)
    const canBeSent = navigator.onLine && left <= mostWhenLeaving
    if (!canBeSent && this.#options.isSignedIn()) event.preventDefault()
  }

  /** The page is going: what fits is sent on its way. A page that comes back finds that, and goes on with the rest. */
  readonly #leave = (): void => {
    if (!this.#options.isSignedIn()) return
    for (const open of this.#open) {
      open.toast?.close()
      for (let chunk = open.waiting[0]; chunk; chunk = open.waiting[0]) {
        if (this.#sending + chunk.length > mostWhenLeaving) return
        open.waiting.shift()
        void this.#send(open, chunk)
      }
    }
  }
}

function chunksOf(ids: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) =>
    ids.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}

/** In ms: the time for Undo, and a margin for a customer who keeps the toast open. */
const tokenLife = 120_000

/** The photo tasks of a session. */
export const photoTasksOf = perSession((session) => {
  const { accountId, intl, signIn } = session
  return new PhotoTasks({
    intl,
    isSignedIn: () => session.accountId === accountId,
    // Without a token the call fails, and its toast says so.
    staySignedIn: () => void signIn.accessToken(tokenLife).catch(() => undefined),
  })
})

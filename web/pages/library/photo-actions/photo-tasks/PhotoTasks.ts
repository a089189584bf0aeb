import type { IntlShape } from 'react-intl'
import { perSession } from '../../../../app/Session.ts'
import { type ToastHandle, showToast } from '../../../../ui/toasts.ts'
import { type ChunkResult, chunkSize, needsProgress } from './inThreeAttempts.ts'

/** How many photos can be sent when the page unloads: browsers limit such requests to 64 KiB, an id takes 60 bytes. */
const maxOnUnload = 1_000

export interface PhotoTasksOptions {
  readonly intl: IntlShape
  /** True while the owner of the photos is signed in. */
  readonly isSignedIn: () => boolean
  /** Renews the token early, so that calls of the next minutes, including those on unload, do not wait for it. */
  readonly staySignedIn: () => void
}

/** An action for many photos. */
export interface PhotoTask {
  readonly photoIds: readonly string[]
  /**
   * The texts of the toast with Undo, and of the toast after Undo was pressed. Without these texts, the task starts
   * immediately.
   */
  readonly undo?: { readonly message: string; readonly undone: string }
  /** The text of the progress toast. */
  readonly progress: (done: number, total: number) => string
  readonly send: (chunk: readonly string[]) => Promise<ChunkResult>
  /** Called once at the end; with null if the task was undone. */
  readonly onEnd: (result: ChunkResult | null) => void
}

/** A task that has not ended. It is pending until its Undo toast closes, then it runs. */
interface OpenTask {
  readonly task: PhotoTask
  /** Chunks that are not sent yet. */
  readonly waiting: (readonly string[])[]
  readonly sent: Promise<void>[]
  readonly failed: string[]
  toast: ToastHandle | null
  isPending: boolean
  isRefused: boolean
  /** The number of photos sent so far, including those whose call failed. */
  done: number
}

/**
 * Runs actions for many photos, whatever view is open: in calls of up to 500 photos, one call at a time, in the order
 * in which the actions were requested. A task with Undo starts when its toast closes.
 */
export class PhotoTasks {
  readonly #options: PhotoTasksOptions
  readonly #open = new Set<OpenTask>()
  #queue: Promise<void> = Promise.resolve()
  #sending = 0

  constructor(options: PhotoTasksOptions) {
    this.#options = options
  }

  /** Starts a task, or schedules one with Undo. Returns a function that ends the Undo period. */
  begin(task: PhotoTask): () => void {
    const { undo, photoIds } = task
    const open: OpenTask = {
      task,
      waiting: chunksOf(photoIds),
      sent: [],
      failed: [],
      toast: null,
      isPending: true,
      isRefused: false,
      done: 0,
    }
    this.#open.add(open)
    this.#options.staySignedIn()
    // Adding the same listener again has no effect.
    addEventListener('beforeunload', this.#warnBeforeUnload)
    addEventListener('pagehide', this.#sendOnUnload)
    if (undo) open.toast = this.#offerUndo(open, undo)
    else this.#start(open)
    return () => open.toast?.close()
  }

  /** Starts all pending tasks now. Resolves when all have ended, with or without success. */
  async finish(): Promise<void> {
    for (const { toast } of this.#open) toast?.close()
    await this.#queue
  }

  #offerUndo(open: OpenTask, { message, undone }: NonNullable<PhotoTask['undo']>): ToastHandle {
    const undo = () => {
      open.isPending = false
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
    if (!open.isPending) return
    open.isPending = false
    this.#queue = this.#queue.then(() => this.#run(open))
  }

  async #run(open: OpenTask): Promise<void> {
    const hasProgressToast = needsProgress(open.task.photoIds.length) || !navigator.onLine
    const progress = hasProgressToast ? showToast({ kind: 'info', timeout: null, ...this.#progressOf(open) }) : null
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
    removeEventListener('beforeunload', this.#warnBeforeUnload)
    removeEventListener('pagehide', this.#sendOnUnload)
  }

  #progressOf({ task, done }: OpenTask): { readonly message: string; readonly progress: number } {
    const total = task.photoIds.length
    const offline = () => this.#options.intl.formatMessage({ id: 'tasks.offline' })
    return { message: navigator.onLine ? task.progress(done, total) : offline(), progress: done / total }
  }

  /** Warns before the page unloads if the remaining work is too large to be sent on unload. */
  readonly #warnBeforeUnload = (event: BeforeUnloadEvent): void => {
    const left = [...this.#open].reduce((amount, { waiting }) => amount + waiting.flat().length, this.#sending)
    const canBeSent = navigator.onLine && left <= maxOnUnload
    if (!canBeSent && this.#options.isSignedIn()) event.preventDefault()
  }

  /**
   * Sends as much as fits when the page unloads. A page restored from the back/forward cache continues with the rest.
   */
  readonly #sendOnUnload = (): void => {
    if (!this.#options.isSignedIn()) return
    for (const open of this.#open) {
      open.toast?.close()
      for (let chunk = open.waiting[0]; chunk; chunk = open.waiting[0]) {
        if (this.#sending + chunk.length > maxOnUnload) return
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

/** How long (ms) the token must stay valid: the Undo period, and a margin for users who keep the toast open. */
const tokenLife = 120_000

/** The photo tasks of a session. */
export const photoTasksOf = perSession((session) => {
  const { accountId, signIn } = session
  return new PhotoTasks({
    // The messages are read only when a text is shown, because the loader of the sign-out can run before they are
    // loaded.
    get intl() {
      return session.intl
    },
    isSignedIn: () => session.accountId === accountId,
    // Without a token the call itself fails, and a toast reports it.
    staySignedIn: () => void signIn.accessToken(tokenLife).catch(() => undefined),
  })
})

import { perSession } from '../../../../app/Session.ts'
import { Store } from '../../../../app/Store.ts'

/** The state of the transfer of photos to an editor. */
export type TransferState =
  | { readonly step: 'idle' }
  | { readonly step: 'collecting' }
  | { readonly step: 'adding' | 'leaving'; readonly amount: number }
  | { readonly step: 'leftOut'; readonly leftOut: LeftOut }

export interface LeftOut {
  /** How many photos cannot be printed. */
  readonly count: number
  /** How many photos can be printed. */
  readonly remaining: number
}

export interface HandedOver {
  /** The editor's address; null if none of the photos can be printed. */
  readonly address: string | null
  /** How many photos cannot be printed. */
  readonly leftOut: number
}

export interface TransferOptions {
  /** Collects the ids of the photos, until the signal aborts. */
  readonly photoIds: (signal: AbortSignal) => Promise<readonly string[]>
  /** The number of photos. */
  readonly amount: number
  /** Sends the photos. */
  readonly handOver: (photoIds: readonly string[]) => Promise<HandedOver>
  /** Starts the navigation to the editor. */
  readonly leave: (address: string) => void
}

/** The overlay is shown at least this long, so that it can be read. */
const minMilliseconds = 3_000
/**
 * The transfer fails after this time. The navigation to the editor, which begins after the transfer, has the same
 * limit.
 */
const deadlineMilliseconds = 45_000

/** Thrown when the browser is still on this page long after the navigation to the editor began. */
export class EditorNotOpened extends Error {}

const idle: TransferState = { step: 'idle' }

/**
 * The transfer of photos to an editor; one at a time per page. It ends with the navigation to the editor, a failure or
 * a cancellation. Results that arrive later are ignored. If photos were left out, the user decides whether to continue.
 */
export class PrintTransfer extends Store {
  #state: TransferState = idle
  #aborter: AbortController | null = null
  #continue: () => void = () => undefined

  readonly getState = (): TransferState => this.#state

  /**
   * Runs a transfer. Resolves if it was cancelled, if the page was left, if none of the photos can be printed, or if
   * another transfer is running. Rejects on failure.
   */
  async begin({ photoIds, amount, handOver, leave }: TransferOptions): Promise<void> {
    if (this.#aborter) return
    const aborter = new AbortController()
    this.#aborter = aborter
    const signal = AbortSignal.any([aborter.signal, AbortSignal.timeout(deadlineMilliseconds)])
    this.#become({ step: 'collecting' })
    try {
      const ids = await unlessAborted(photoIds(signal), signal)
      this.#become({ step: 'adding', amount })
      const added = Promise.all([handOver(ids), wait(minMilliseconds)])
      const [{ address, leftOut }] = await unlessAborted(added, signal)
      const remaining = address === null ? 0 : amount - leftOut
      if (leftOut > 0) await unlessAborted(this.#confirmation({ count: leftOut, remaining }), aborter.signal)
      if (address === null) return this.reset()
      this.#become({ step: 'leaving', amount: remaining })
      leave(address)
      await unlessAborted(wait(deadlineMilliseconds), aborter.signal)
      throw new EditorNotOpened()
    } catch (error) {
      if (aborter.signal.aborted) return
      this.cancel()
      throw error
    }
  }

  /** Continues without the photos that were left out. */
  readonly continueWithoutLeftOut = (): void => this.#continue()

  /** Cancels a running transfer. The user stays on the page. */
  readonly cancel = (): void => {
    // Stops the navigation to the editor. Nothing else that matters is loading then.
    if (this.#state.step === 'leaving') window.stop()
    this.reset()
  }

  /** Ends the transfer when the page is left. */
  readonly reset = (): void => {
    this.#aborter?.abort()
    this.#aborter = null
    this.#become(idle)
  }

  async #confirmation(leftOut: LeftOut): Promise<void> {
    this.#become({ step: 'leftOut', leftOut })
    await new Promise<void>((resolve) => (this.#continue = resolve))
  }

  #become(state: TransferState): void {
    this.#state = state
    this.changed()
  }
}

/** The transfer of a session. */
export const printTransferOf = perSession(() => new PrintTransfer())

async function wait(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Rejects as soon as the signal aborts, without waiting for the work. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

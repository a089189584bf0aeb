import { perSession } from '../../../../app/Session.ts'
import { Store } from '../../../../app/Store.ts'

/** How far the handing over of photos is. */
export type TransferState =
  | { readonly step: 'idle' }
  | { readonly step: 'collecting' }
  | { readonly step: 'adding' | 'leaving'; readonly amount: number }

export interface TransferOptions {
  /** Which photos; asked for once it begins, and no longer wanted when the signal aborts. */
  readonly photoIds: (signal: AbortSignal) => Promise<readonly string[]>
  /** How many they are. */
  readonly amount: number
  /** Hands them over; resolves to the editor's address. */
  readonly handOver: (photoIds: readonly string[]) => Promise<string>
}

/** So long the customer is told at least that photos are on their way: nobody can read a flash. */
const leastMilliseconds = 3_000
/** Whoever waits longer is told that it failed. */
const deadlineMilliseconds = 45_000

const idle: TransferState = { step: 'idle' }

/**
 * The one handing over of photos to an editor that a page can have under way. It ends by leaving for the editor, by
 * failing, or by being cancelled; whatever arrives after that changes nothing.
 */
export class PrintTransfer extends Store {
  #state: TransferState = idle
  #aborter: AbortController | null = null

  readonly getState = (): TransferState => this.#state

  /** Resolves to the editor's address; to null when it was cancelled, or another one is under way. Rejects on failure. */
  async begin({ photoIds, amount, handOver }: TransferOptions): Promise<string | null> {
    if (this.#aborter) return null
    const aborter = new AbortController()
    this.#aborter = aborter
    const signal = AbortSignal.any([aborter.signal, AbortSignal.timeout(deadlineMilliseconds)])
    this.#become({ step: 'collecting' })
    try {
      const ids = await unlessAborted(photoIds(signal), signal)
      this.#become({ step: 'adding', amount })
      const added = Promise.all([handOver(ids), wait(leastMilliseconds)])
      const [address] = await unlessAborted(added, signal)
      this.#become({ step: 'leaving', amount })
      return address
    } catch (error) {
      if (aborter.signal.aborted) return null
      this.reset()
      throw error
    }
  }

  /** Gives up what is under way. Nothing is left of it: the customer is where they were. */
  readonly cancel = (): void => {
    this.#aborter?.abort()
    this.reset()
  }

  /** Nothing is under way: the customer has come back from the editor. */
  readonly reset = (): void => {
    this.#aborter = null
    this.#become(idle)
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

/** Rejects as soon as the signal aborts, whatever the work still does. */
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

import type { Dispatcher, Pool } from 'undici'

/** An HTTP request, ready to be sent. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** An HTTP answer, read to its end. */
export interface RawAnswer {
  readonly kind: 'answer'
  readonly status: number
  readonly body: string
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly kind: 'none'
  readonly code: 'UPSTREAM_TIMEOUT' | 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_INVALID_RESPONSE'
  readonly detail: string
  readonly cause: unknown
}

/** Bytes of an answer that are read at most; a page of 500 photos is about 1 MB. */
const bodyLimit = 8 * 1024 * 1024

/**
 * Sends a request by undici's dispatch (a fifth cheaper than its `request`, docs/decisions/0203) and reads the answer.
 * Never throws.
 * @param time milliseconds for all of it: connecting, headers, body
 */
export function dispatch(pool: Pool, request: RawRequest, time: number): Promise<RawAnswer | NoAnswer> {
  return new Promise((resolve) => {
    const reader = new AnswerReader(time, resolve)
    pool.dispatch(request, reader)
  })
}

class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #settle: (outcome: RawAnswer | NoAnswer) => void
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #outcome: NoAnswer | undefined
  #status = 0
  #length = 0
  #chunks: Buffer[] = []

  constructor(time: number, settle: (outcome: RawAnswer | NoAnswer) => void) {
    this.#settle = settle
    this.#timer = setTimeout(() => this.#giveUp('UPSTREAM_TIMEOUT', `no answer within ${Math.round(time)} ms`), time)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited in the pool's queue for longer than it may take.
    if (this.#outcome) controller.abort(new Error(this.#outcome.detail))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#length > bodyLimit) this.#giveUp('UPSTREAM_INVALID_RESPONSE', `an answer of more than ${bodyLimit} bytes`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer)
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks, this.#length)
    this.#settle({ kind: 'answer', status: this.#status, body: body.toString('utf8') })
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    clearTimeout(this.#timer)
    if (this.#outcome) return
    const code =
      'code' in cause && String(cause.code).endsWith('_TIMEOUT') ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE'
    this.#settle({ kind: 'none', code, detail: cause.message, cause })
  }

  #giveUp(code: NoAnswer['code'], detail: string): void {
    if (this.#outcome) return
    this.#outcome = { kind: 'none', code, detail, cause: undefined }
    this.#chunks = []
    this.#settle(this.#outcome)
    this.#controller?.abort(new Error(detail))
  }
}

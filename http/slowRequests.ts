import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { correlate } from './correlation.ts'
import { type Failure, problemAnswer } from './problem.ts'

/**
 * How long (ms) each part waits for the rest of a request. The edge waits for a shorter time than the parts behind it,
 * so that the edge answers first.
 */
export const stallTimeouts: Readonly<Record<'edge' | 'gateway' | 'services', number>> = {
  edge: 30_000,
  gateway: 40_000,
  services: 40_000,
}

/** How many times each connection is checked within the stall timeout. */
const checks = 6

const timeout = {
  status: 408,
  code: 'REQUEST_TIMEOUT',
  detail: 'The request made no progress for too long. Send it again.',
}
const tooManyHeaders = { status: 431, code: 'HEADERS_TOO_LARGE', detail: 'The headers are larger than 16 KiB.' }
const malformed = { status: 400, code: 'INVALID_REQUEST', detail: 'The request is not valid HTTP.' }

/** The answers to requests that end before they are complete. docs/operations.md lists them. */
export const failuresOfRequests: readonly Failure[] = [timeout, tooManyHeaders, malformed]

/** A request that was ended because it made no progress. */
export interface EndedRequest {
  /** Undefined if the headers were incomplete. */
  readonly url: string | undefined
  /** The address of the connection, which may be that of a proxy. */
  readonly address: string
}

export interface SlowRequestOptions {
  /** How long (ms) headers may take, and how long a body may make no progress. */
  readonly stallTimeout: number
  /** Reports all requests that were ended since the last check. */
  readonly report: (ended: readonly EndedRequest[]) => void
}

/** The latest request of a connection. */
interface Current {
  readonly request: IncomingMessage
  /** The URL as the client sent it. */
  readonly url: string | undefined
  readonly response: ServerResponse
  /** True if the answer to an earlier request was not complete when this one came. */
  readonly isPipelined: boolean
  /** The number of bytes that had arrived on the connection at the last check. */
  bytes: number
  /** How many checks in a row have found the same number of bytes. */
  still: number
}

/**
 * Ends requests that stop before they are complete: headers that take longer than the stall timeout, and bodies of
 * which no byte arrives for that long. Never ends a body that arrives slowly, a body that the server itself has paused,
 * or a complete request, however long its answer takes.
 */
export class SlowRequests {
  readonly #options: SlowRequestOptions
  readonly #current = new Map<Socket, Current>()
  #ended: EndedRequest[] = []

  constructor(options: SlowRequestOptions) {
    this.#options = options
  }

  /** Options for `http.createServer`. The total time of a request is not limited: an upload may take an hour. */
  get serverOptions(): { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number } {
    const { stallTimeout } = this.#options
    return { headersTimeout: stallTimeout, requestTimeout: 0, connectionsCheckingInterval: this.#interval }
  }

  get #interval(): number {
    return Math.ceil(this.#options.stallTimeout / checks)
  }

  /** Watches a server from when it listens until it is closed. */
  watch(server: Server): void {
    // Runs before the handlers, because they may rewrite the URL.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const before = this.#current.get(request.socket)
      const isPipelined = before !== undefined && !before.response.writableFinished
      this.#current.set(request.socket, { request, url: request.url, response, isPipelined, bytes: -1, still: 0 })
    })
    server.on('listening', () => {
      const timer = setInterval(() => this.#check(), this.#interval).unref()
      server.once('close', () => clearInterval(timer))
    })
  }

  /** Answers a request that Node's HTTP server gives up: a handler of its `clientError` event. */
  readonly answer = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return this.#end(socket)
    this.#send(socket, error.code === 'HPE_HEADER_OVERFLOW' ? tooManyHeaders : malformed)
  }

  /**
   * Counts checks instead of time. After the process was busy or asleep, much time has passed, but the bytes that
   * arrived meanwhile may not be read yet.
   */
  #check(): void {
    for (const [socket, current] of this.#current) {
      const { request, response } = current
      if (socket.destroyed || (request.complete && response.writableEnded)) this.#current.delete(socket)
      else if (!request.complete && hasStopped(socket, current)) this.#end(socket)
    }
    if (this.#ended.length > 0) this.#options.report(this.#ended)
    this.#ended = []
  }

  #end(socket: Socket): void {
    // Browsers open connections in advance. A connection without a request is not an error, and an answer would confuse
    // the browser.
    if (socket.bytesRead === 0) {
      socket.destroy()
      return
    }
    this.#ended.push({ url: this.#incompleteOn(socket)?.url, address: socket.remoteAddress ?? '' })
    this.#send(socket, timeout)
  }

  /** Sends the failure if no other answer has begun, and closes the connection. */
  #send(socket: Socket, failure: Failure): void {
    const current = this.#current.get(socket)
    const incomplete = this.#incompleteOn(socket)
    const isAnswering = incomplete ? incomplete.response.headersSent : current?.response.writableEnded === false
    if (!socket.writable || isAnswering || current?.isPipelined) {
      socket.destroy()
      return
    }
    const { headers, body } = problemAnswer(failure, correlate(incomplete?.request ?? { headers: {} }))
    const { status } = failure
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }

  #incompleteOn(socket: Socket): Current | undefined {
    const current = this.#current.get(socket)
    return current?.request.complete === false ? current : undefined
  }
}

/**
 * Counts a check. True if `checks` checks in a row found nothing new from the client, although the server was reading.
 */
function hasStopped(socket: Socket, current: Current): boolean {
  const { bytesRead } = socket
  current.still = bytesRead === current.bytes && !socket.isPaused() ? current.still + 1 : 0
  current.bytes = bytesRead
  return current.still >= checks
}

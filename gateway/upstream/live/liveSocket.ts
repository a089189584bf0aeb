import { type RawData, WebSocket } from 'ws'
import type { Gate } from './gate.ts'

/** What a socket is opened with. */
export interface LiveSocketOptions {
  /** The address, `http:` or `https:`. */
  readonly url: string
  /** Where it waits until it may be opened; it has a place there until its token is accepted. */
  readonly gate: Gate
  readonly accessToken: string
  /** What came after this position is sent first; null: only what comes from now on. */
  readonly after: bigint | null
  /** Called once, when the token has been accepted. */
  onOpen(): void
  /** Called in order. @returns false when the message makes no sense, and the connection is to end */
  onMessage(text: string): boolean
  /** Called once, after which nothing more comes; not after `close`. */
  onEnd(end: SocketEnd): void
}

/** Why a socket came to its end. */
export interface SocketEnd {
  readonly reason: string
  /** Whether the service closed it in good order, as those do that let none live for long. */
  readonly isOrderly: boolean
  /** Whether the service has no such socket. */
  readonly isAbsent: boolean
}

/** What a service answers that serves nothing there, or nothing by WebSocket. */
const absentStatuses = new Set([404, 405, 426, 501])

/** Milliseconds until the service must have accepted the token. */
const authenticationTimeout = 10_000
const orderlyClose = 1_000

/**
 * Messages are a few hundred bytes: compressing them costs more memory per connection than all else of it. A service
 * that says goodbye and stays is not waited for.
 */
const connection = { perMessageDeflate: false, maxPayload: 200_000, closeTimeout: 5_000 }

/**
 * One connection to a service's event stream: authenticates, hands messages on, never reconnects. `after` and
 * `resumable` are our own; a service that does not know them ignores them.
 */
export class LiveSocket {
  readonly #options: LiveSocketOptions
  readonly #leaveGate: () => void
  /** Undefined while it waits to be opened. */
  #socket: WebSocket | undefined
  #impatience: NodeJS.Timeout | undefined
  #isAccepted = false
  #isOver = false
  /** Whether it was asked for a sign of life, and has given none since. */
  #awaitsPong = false

  constructor(options: LiveSocketOptions) {
    this.#options = options
    this.#leaveGate = options.gate.enter(() => this.#connect())
  }

  /** Goes on with a newer token, on the same connection. @returns false while the first one has not been accepted yet */
  renew(accessToken: string): boolean {
    if (!this.#isAccepted || this.#isOver) return false
    this.#socket?.send(authentication(accessToken, null))
    return true
  }

  close(): void {
    this.#isOver = true
    this.#endWaiting()
    if (this.#socket?.readyState === WebSocket.CONNECTING) this.#socket.terminate()
    else this.#socket?.close(1000)
  }

  /** Asks for a sign of life. */
  ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#awaitsPong = true
    this.#socket.ping()
  }

  /** Ends when none has come since it was asked for. */
  endIfSilent(): void {
    if (!this.#awaitsPong || this.#isOver) return
    this.#socket?.terminate()
    this.#end('no sign of life')
  }

  #connect(): void {
    this.#impatience = setTimeout(() => this.#end('no answer to the authentication'), authenticationTimeout)
    const socket = new WebSocket(this.#options.url.replace(/^http/, 'ws'), connection)
    this.#socket = socket
    socket.on('open', () => this.#authenticate(socket))
    socket.on('message', (data) => this.#receive(data))
    socket.on('pong', () => {
      this.#awaitsPong = false
    })
    socket.on('close', (code, reason) =>
      this.#end(`closed with ${code} ${reason.toString()}`, { isOrderly: code === orderlyClose }),
    )
    socket.on('unexpected-response', (_request, { statusCode = 0 }) =>
      this.#end(`refused with ${statusCode}`, { isAbsent: absentStatuses.has(statusCode) }),
    )
    socket.on('error', ({ message }) => this.#end(`the connection failed: ${message}`))
  }

  #endWaiting(): void {
    clearTimeout(this.#impatience)
    this.#impatience = undefined
    this.#leaveGate()
  }

  #authenticate(socket: WebSocket): void {
    const { accessToken, after } = this.#options
    socket.send(authentication(accessToken, after))
  }

  #receive(data: RawData): void {
    if (this.#isOver) return
    this.#awaitsPong = false
    const text = Buffer.isBuffer(data) ? data.toString() : ''
    // The answer to a newer token is an OK, too.
    if (text !== 'OK') {
      if (!this.#options.onMessage(text)) this.#end('a message that cannot be read')
    } else if (!this.#isAccepted) {
      this.#isAccepted = true
      this.#endWaiting()
      this.#options.onOpen()
    }
  }

  #end(reason: string, end: Partial<Omit<SocketEnd, 'reason'>> = {}): void {
    if (this.#isOver) return
    this.close()
    this.#options.onEnd({ reason, isOrderly: false, isAbsent: false, ...end })
  }
}

function authentication(token: string, after: bigint | null): string {
  const position = after === null ? {} : { after: String(after) }
  return JSON.stringify({ action: 'authenticate', token, resumable: true, ...position })
}

import { type RawData, WebSocket } from 'ws'
import type { Gate } from './gate.ts'

/** Options of a socket. */
export interface LiveSocketOptions {
  /** The address, `http:` or `https:`. */
  readonly url: string
  /** Limits how many sockets connect at once. The socket holds a place until its token is accepted. */
  readonly gate: Gate
  readonly accessToken: string
  /** Replays events after this position; null: no replay. */
  readonly after: bigint | null
  /** Called once, when the service has accepted the token. */
  onOpen(): void
  /** Called in order. @returns false for an unreadable message, which ends the connection */
  onMessage(text: string): boolean
  /** Called once when the connection ends by itself; not after `close`. */
  onEnd(end: SocketEnd): void
}

/** Why a socket ended. */
export interface SocketEnd {
  readonly reason: string
  /** True for a normal close: some services close every connection after a while. */
  readonly isOrderly: boolean
  /** True when the service has no such socket. */
  readonly isAbsent: boolean
}

/** Statuses that mean that the service has nothing at this path, or has no WebSocket there. */
const absentStatuses = new Set([404, 405, 426, 501])

/** How long (ms) to wait until the service accepts the token. */
const authenticationTimeout = 10_000
const orderlyClose = 1_000

/**
 * Options of the connection. Messages are not compressed: they have a few hundred bytes, and compression would need
 * more memory than the rest of a connection. `closeTimeout` limits the wait for a service that does not complete the
 * close.
 */
const connection = { perMessageDeflate: false, maxPayload: 200_000, closeTimeout: 5_000 }

/**
 * One connection to a service's event stream. It authenticates and passes on messages, and never reconnects. `after`
 * and `resumable` are our own fields; other services ignore them.
 */
export class LiveSocket {
  readonly #options: LiveSocketOptions
  readonly #leaveGate: () => void
  /** Undefined while the connection waits at the gate. */
  #socket: WebSocket | undefined
  #timer: NodeJS.Timeout | undefined
  #isAccepted = false
  #isOver = false
  /** True after a ping that was not answered yet. */
  #awaitsPong = false

  constructor(options: LiveSocketOptions) {
    this.#options = options
    this.#leaveGate = options.gate.enter(() => this.#connect())
  }

  /** Sends a newer token. @returns false while the first one is not accepted yet */
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

  /** Sends a ping. */
  ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#awaitsPong = true
    this.#socket.ping()
  }

  /** Ends the connection when the last ping was not answered. */
  endIfSilent(): void {
    if (!this.#awaitsPong || this.#isOver) return
    this.#socket?.terminate()
    this.#end('no sign of life')
  }

  #connect(): void {
    this.#timer = setTimeout(() => this.#end('no answer to the authentication'), authenticationTimeout)
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
    clearTimeout(this.#timer)
    this.#timer = undefined
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
    // A newer token is answered by OK, too.
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

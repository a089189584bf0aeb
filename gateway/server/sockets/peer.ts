import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '../operations.ts'
import type { RenewableViewer } from '../renewableViewer.ts'
import { textFrame } from './textFrame.ts'

/** The parts of the opening request that are kept for the lifetime of a socket. */
export type Origin = Pick<Caller, 'correlationId' | 'host' | 'address'>

/** Maximum number of unsent bytes before the gateway stops reading from the client. */
const sendBufferLimit = 65_536

/** The client of a socket. */
export class Peer {
  readonly socket: WebSocket
  readonly origin: Origin
  readonly #connection: Duplex
  /** Undefined until the client is authenticated. */
  viewer: RenewableViewer | undefined
  /** Whether the client has answered the last ping. */
  isAlive = true
  /** The number of running subscriptions, and of running queries and mutations. */
  readonly running = { subscriptions: 0, operations: 0 }

  /** @param connection the stream below the socket */
  constructor(socket: WebSocket, connection: Duplex, origin: Origin) {
    this.socket = socket
    this.#connection = connection
    this.origin = origin
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /**
   * Sends a message. Resolves when there is room for more. While a client reads too slowly, it gets no further events,
   * and nothing is read from it. A client that reads nothing therefore misses the next ping and is disconnected.
   */
  send(text: string): Promise<void> | void {
    if (!this.isOpen) return undefined
    const connection = this.#connection
    if (connection.writableLength < sendBufferLimit) {
      connection.write(textFrame(text))
      return undefined
    }
    this.socket.pause()
    return new Promise((resolve) => {
      connection.write(textFrame(text), () => {
        if (connection.writableLength < sendBufferLimit) this.socket.resume()
        resolve()
      })
    })
  }
}

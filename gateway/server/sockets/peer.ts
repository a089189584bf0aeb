import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '../operations.ts'
import type { RenewableViewer } from '../renewableViewer.ts'
import { textFrame } from './textFrame.ts'

/** Where a client speaks from; all that is kept of the request that opened its socket. */
export type Origin = Pick<Caller, 'correlationId' | 'host' | 'address'>

/** Bytes that may wait for a client to read them before nothing more is read from it. */
const waitingLimit = 65_536

/** A client at the other end of a socket. */
export class Peer {
  readonly socket: WebSocket
  readonly origin: Origin
  readonly #connection: Duplex
  /** Undefined until the client has said who it is. */
  viewer: RenewableViewer | undefined
  /** Whether it has answered since it was last asked for a sign of life. */
  isAlive = true
  /** Running now: subscriptions, and queries and mutations. */
  readonly running = { subscriptions: 0, operations: 0 }

  /** @param connection what the socket writes to */
  constructor(socket: WebSocket, connection: Duplex, origin: Origin) {
    this.socket = socket
    this.#connection = connection
    this.origin = origin
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /**
   * Sends a message. Resolves when there is room for more: a client that reads slowly gets no further events, is not
   * listened to, and so is cut off when it does not read at all.
   */
  send(text: string): Promise<void> | void {
    if (!this.isOpen) return undefined
    const connection = this.#connection
    if (connection.writableLength < waitingLimit) {
      connection.write(textFrame(text))
      return undefined
    }
    this.socket.pause()
    return new Promise((resolve) => {
      connection.write(textFrame(text), () => {
        if (connection.writableLength < waitingLimit) this.socket.resume()
        resolve()
      })
    })
  }
}

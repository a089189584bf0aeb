import { once } from 'node:events'
import { WebSocket } from 'ws'
import { messageOf } from '../../services/platform/socketSending.ts'

/** A reader of the events of a service: what it was sent, and how it was closed. */
export class EventReader {
  /** As they came; the first is `OK`. */
  readonly messages: string[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket

  /** @param url of the socket, by http */
  constructor(url: string) {
    this.#socket = new WebSocket(url.replace(/^http/, 'ws'))
    this.#socket.on('message', (data) => this.messages.push(messageOf(data)))
    this.closed = once(this.#socket, 'close').then(([code]) => Number(code))
  }

  async send(message: unknown): Promise<void> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** What came, without what answers a token. */
  // Tests look into the messages by their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  events(): any[] {
    return this.messages.filter((text) => text !== 'OK').map((text) => JSON.parse(text))
  }

  /** As a connection that breaks off. */
  cut(): void {
    this.#socket.terminate()
  }

  end(): void {
    this.#socket.close()
  }
}

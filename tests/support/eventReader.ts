import { once } from 'node:events'
import { WebSocket } from 'ws'
import { messageOf } from '../../services/platform/socketSending.ts'

/** Reads a service's event socket. Records the messages and the close code. */
export class EventReader {
  /** The messages in order of arrival. The first message is `OK`. */
  readonly messages: string[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket

  /** @param url the URL of the socket, with the scheme http */
  constructor(url: string) {
    this.#socket = new WebSocket(url.replace(/^http/, 'ws'))
    this.#socket.on('message', (data) => this.messages.push(messageOf(data)))
    this.closed = once(this.#socket, 'close').then(([code]) => Number(code))
  }

  async send(message: unknown): Promise<void> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Returns the received events, without the `OK` replies to tokens. */
  // Tests check the messages with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  events(): any[] {
    return this.messages.filter((text) => text !== 'OK').map((text) => JSON.parse(text))
  }

  /** Simulates a lost connection. */
  cut(): void {
    this.#socket.terminate()
  }

  end(): void {
    this.#socket.close()
  }
}

import { WebSocket } from 'undici'
import { z } from 'zod'

const notification = z.object({ message: z.object({ downloadId: z.string() }).optional() })

/** Listeners that connect directly to the service, not to the gateway. They measure the delay in the service itself. */
export class DirectListeners {
  readonly #sockets: WebSocket[] = []

  /**
   * Opens `count` sockets and waits until the service has accepted each of them.
   * @param onEvent called for each event, with the id of its archive
   */
  async join(url: string, count: number, onEvent: (downloadId: string) => void): Promise<void> {
    for (let number = 0; number < count; number += 1) await this.#open(url, onEvent)
  }

  close(): void {
    for (const socket of this.#sockets) socket.close(1000)
  }

  #open(url: string, onEvent: (downloadId: string) => void): Promise<void> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'))
    this.#sockets.push(socket)
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => socket.send('{"action":"authenticate"}'))
      socket.addEventListener('error', () => reject(new Error('No socket to the service could be opened.')))
      socket.addEventListener('message', ({ data }) => {
        if (data === 'OK') return resolve()
        const { message } = notification.parse(JSON.parse(String(data)))
        if (message) onEvent(message.downloadId)
      })
    })
  }
}

import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ArchiveFact, archiveFactOf } from '../../gateway/upstream/downloads/archiveMessages.ts'
import { JobEvents } from '../../gateway/upstream/live/jobEvents.ts'
import { jobPosition } from '../../gateway/upstream/live/jobFacts.ts'
import { LiveFeed } from '../../gateway/upstream/live/liveFeed.ts'
import type { LiveCredentials, LiveStream } from '../../gateway/upstream/live/liveStream.ts'

/** What a feed wrote to the log. */
export interface Complaint {
  readonly fields: object
  readonly message: string
}

/** A service that does on its socket what a test wants, and a feed that reads it. */
export class LiveService {
  /** Those that are open. */
  readonly open = new Set<WebSocket>()
  /** How many were opened since the start. */
  opened = 0
  readonly #server: Server = createServer()
  readonly #sockets = new WebSocketServer({ noServer: true, autoPong: false })
  #url = ''

  /** @param hear told of each message, with the number of the socket it came by, from 1 */
  static async start(hear: (socket: WebSocket, number: number) => void): Promise<LiveService> {
    const service = new LiveService()
    service.#server.on('upgrade', (request, connection, head) => {
      service.#sockets.handleUpgrade(request, connection, head, (socket) => {
        service.opened += 1
        const number = service.opened
        service.open.add(socket)
        socket.on('close', () => service.open.delete(socket))
        socket.on('message', () => hear(socket, number))
      })
    })
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    // A server that listens on a port has such an address.
    service.#url = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`
    return service
  }

  /** A feed of archives. */
  feed(log: Complaint[], pulse?: number): LiveFeed<ArchiveFact, ArchiveFact> {
    const stream: LiveStream<ArchiveFact, ArchiveFact> = {
      name: 'archives',
      url: `${this.#url}/notifications`,
      factOf: archiveFactOf,
      positionFact: jobPosition,
      read: (after, onReturn) => new JobEvents(after, onReturn),
      toleratesUnreadable: true,
    }
    return new LiveFeed(stream, { warn: (fields, message) => log.push({ fields, message }) }, pulse)
  }

  close(): void {
    for (const socket of this.open) socket.terminate()
    this.#server.close()
  }
}

/** A reader's, with a token that lasts. */
export function credentialsOf(accountId: string): LiveCredentials {
  return { accountId, accessToken: `token of ${accountId}`, expires: Date.now() + 600_000 }
}

/** Accepts the token, and says where the stream stands. */
export function accept(socket: WebSocket, position: number): void {
  socket.send('OK')
  socket.send(JSON.stringify({ position: String(position) }))
}

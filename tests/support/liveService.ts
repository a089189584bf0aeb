import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ArchiveFact, archiveFactOf } from '../../gateway/upstream/downloads/archiveMessages.ts'
import { JobEvents } from '../../gateway/upstream/live/jobEvents.ts'
import { jobPosition } from '../../gateway/upstream/live/jobFacts.ts'
import { LiveFeed } from '../../gateway/upstream/live/liveFeed.ts'
import type { LiveCredentials, LiveStream, Snapshots } from '../../gateway/upstream/live/liveStream.ts'

/** A log entry of a feed. */
export interface LogEntry {
  readonly fields: object
  readonly message: string
}

/** A service whose socket a test controls, and a feed that reads it. */
export class LiveService {
  /** The open sockets. */
  readonly open = new Set<WebSocket>()
  /** The number of sockets opened so far. */
  opened = 0
  /** True to answer 404 instead of opening a socket. */
  isAbsent = false
  readonly #server: Server = createServer()
  readonly #sockets = new WebSocketServer({ noServer: true, autoPong: false })
  #url = ''

  /** @param onMessage called for each message, with the number of its socket, starting at 1 */
  static async start(onMessage: (socket: WebSocket, number: number, message: string) => void): Promise<LiveService> {
    const service = new LiveService()
    service.#server.on('upgrade', (request, connection, head) => {
      if (service.isAbsent) {
        connection.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
        return
      }
      service.#sockets.handleUpgrade(request, connection, head, (socket) => {
        service.opened += 1
        const number = service.opened
        service.open.add(socket)
        socket.on('close', () => service.open.delete(socket))
        socket.on('message', (data: Buffer) => onMessage(socket, number, data.toString()))
      })
    })
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    // A server that listens on a TCP port has an AddressInfo.
    service.#url = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`
    return service
  }

  /** Makes a feed of archives. */
  feed(log: LogEntry[], pulse?: number, snapshots?: Snapshots<ArchiveFact>): LiveFeed<ArchiveFact, ArchiveFact> {
    const stream: LiveStream<ArchiveFact, ArchiveFact> = {
      name: 'archives',
      scope: 'photos:read',
      url: `${this.#url}/notifications`,
      factOf: archiveFactOf,
      positionFact: jobPosition,
      read: (after, onReturn) => new JobEvents(after, onReturn),
      toleratesUnreadable: true,
      ...(snapshots && { snapshots }),
    }
    return new LiveFeed(stream, { warn: (fields, message) => log.push({ fields, message }) }, pulse)
  }

  close(): void {
    for (const socket of this.open) socket.terminate()
    this.#server.close()
  }
}

/** Makes the credentials of a reader. Their token does not expire during the test. */
export function credentialsOf(accountId: string): LiveCredentials {
  return { accountId, scopes: null, accessToken: `token of ${accountId}`, expires: Date.now() + 600_000 }
}

/** Accepts the token and sends the current position. */
export function accept(socket: WebSocket, position: number): void {
  socket.send('OK')
  socket.send(JSON.stringify({ position: String(position) }))
}

import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { accountOf } from './tokens.ts'

/** What happened in a library. */
export type LibraryFact = PhotoFact | AlbumFact

/** A photo's coming or going. */
export interface PhotoFact {
  readonly type: 'photo.added' | 'photo.removed'
  readonly data: { readonly imageId: string; readonly year: number; readonly month: number }
}

/** An album's coming, changing or going. */
export interface AlbumFact {
  readonly type: 'album.changed' | 'album.removed'
  readonly data: { readonly albumId: string; readonly isOwner: boolean; readonly isShared: boolean }
}

/** The customers' event streams. Positions are shared by all customers, as in the real log. */
export class EventStreams {
  readonly #log: { position: number; accountId: string; fact: LibraryFact }[] = []
  readonly open = new Set<{ accountId: string; socket: WebSocket }>()
  /** The tokens that they were opened with, in order. */
  readonly tokens: string[] = []
  /** How many sockets were opened since the start. */
  opened = 0
  #position = 100

  append(accountId: string, facts: readonly LibraryFact[]): void {
    for (const fact of facts) {
      this.#position += 1
      this.#log.push({ position: this.#position, accountId, fact })
      for (const stream of this.open) if (stream.accountId === accountId) send(stream.socket, this.#position, fact)
    }
  }

  breakOff(): void {
    for (const { socket } of this.open) socket.terminate()
  }

  serve(socket: WebSocket, accountId: string, after: number | null): void {
    const stream = { accountId, socket }
    this.opened += 1
    this.open.add(stream)
    socket.on('close', () => this.open.delete(stream))
    socket.send('OK')
    for (const entry of this.#log)
      if (after !== null && entry.position > after && entry.accountId === accountId)
        send(socket, entry.position, entry.fact)
    if (after === null) socket.send(JSON.stringify({ id: String(this.#position), type: 'position', data: {} }))
  }
}

function send(socket: WebSocket, position: number, { type, data }: LibraryFact): void {
  socket.send(JSON.stringify({ id: String(position), type, data }))
}

/** The address at which a service tells what happens in libraries. */
export function registerEvents(app: FastifyInstance, events: EventStreams): void {
  app.get('/photos/events', { websocket: true }, (socket) => {
    socket.once('message', (text) => {
      const message: { token: string; after?: string } = JSON.parse(messageOf(text))
      events.tokens.push(message.token)
      events.serve(socket, accountOf(message.token), message.after === undefined ? null : Number(message.after))
    })
  })
}

function messageOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

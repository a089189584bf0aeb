import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
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

/** Where a socket is cut off: before its token is accepted, right after, or in the middle of a message. */
export type CutState = 'beforeOk' | 'afterOk' | 'midMessage'

/** How a stream's messages are written. */
export interface EventFormat<Fact> {
  message(fact: Fact, position: number | null): object
  /** What says where the stream begins. */
  begin(position: number): object
}

/** The customers' streams of one kind. Positions are shared by all customers, as in the real log. */
export class EventStreams<Fact> {
  readonly #format: EventFormat<Fact>
  readonly #log: { position: number; accountId: string; fact: Fact }[] = []
  readonly open = new Set<{ accountId: string; socket: WebSocket }>()
  /** The tokens that they were opened with, in order. */
  readonly tokens: string[] = []
  /** The tokens that followed those, on sockets that were open. */
  readonly renewals: string[] = []
  /** How many sockets were opened since the start. */
  opened = 0
  /** Whether it is one that knows of positions; a retailer's own knows of none. */
  isNumbered = true
  /** The next socket is cut off there. */
  cut: CutState | undefined
  #position = 100

  constructor(format: EventFormat<Fact>) {
    this.#format = format
  }

  append(accountId: string, facts: readonly Fact[]): void {
    for (const fact of facts) {
      this.#position += 1
      this.#log.push({ position: this.#position, accountId, fact })
      for (const stream of this.open)
        if (stream.accountId === accountId) this.#send(stream.socket, this.#position, fact)
    }
  }

  breakOff(): void {
    for (const { socket } of this.open) socket.terminate()
  }

  /** As a service that lets no socket live for longer. */
  closeInOrder(): void {
    for (const { socket } of this.open) socket.close(1000, 'open for as long as it may be')
  }

  /** As it is written on the wire, to be sent as it is. */
  say(text: string): void {
    for (const { socket } of this.open) socket.send(text)
  }

  receive(socket: WebSocket, text: string): void {
    const { token, after }: { token: string; after?: string } = JSON.parse(text)
    if ([...this.open].some((stream) => stream.socket === socket)) {
      this.renewals.push(token)
      socket.send('OK')
      return
    }
    this.tokens.push(token)
    const { cut } = this
    this.cut = undefined
    if (cut === 'beforeOk') socket.terminate()
    else this.serve(socket, accountOf(token), after === undefined || !this.isNumbered ? null : Number(after))
    if (cut === 'afterOk') socket.terminate()
    if (cut === 'midMessage') cutMidMessage(socket)
  }

  serve(socket: WebSocket, accountId: string, after: number | null): void {
    const stream = { accountId, socket }
    this.opened += 1
    this.open.add(stream)
    socket.on('close', () => this.open.delete(stream))
    socket.send('OK')
    for (const entry of this.#log)
      if (after !== null && entry.position > after && entry.accountId === accountId)
        this.#send(socket, entry.position, entry.fact)
    if (after === null && this.isNumbered) socket.send(JSON.stringify(this.#format.begin(this.#position)))
  }

  #send(socket: WebSocket, position: number, fact: Fact): void {
    socket.send(JSON.stringify(this.#format.message(fact, this.isNumbered ? position : null)))
  }
}

/** How the photos service tells what happens in libraries. */
export const libraryFormat: EventFormat<LibraryFact> = {
  message: ({ type, data }, position) => ({ id: String(position), type, data }),
  begin: (position) => ({ id: String(position), type: 'position', data: {} }),
}

/** What happened to a job, as `started`, `progress`, `finished` or `error`. */
export interface JobNews {
  readonly key: string
  /** Which archive or export; nothing of an import, of which there is one. */
  readonly job?: string
  readonly progress?: number
}

/** When all that happens in tests happens. */
export const jobTime = '2026-03-01T09:30:00.000Z'

/** How the downloads service tells of archives. */
export const archiveFormat: EventFormat<JobNews> = {
  message: ({ key, job, progress }, position) => ({
    ...numbered(position),
    id: randomUUID(),
    timestamp: jobTime,
    key,
    message: { userId: 'somebody', downloadId: job, ...(progress !== undefined && { progress }) },
  }),
  begin: numbered,
}

/** How the exports service tells of exports; `key` is their status. */
export const exportFormat: EventFormat<JobNews> = {
  message: ({ key, job, progress = 0 }, position) => ({ ...numbered(position), backupId: job, status: key, progress }),
  begin: numbered,
}

/** How the push service tells of activation. */
export const importFormat: EventFormat<JobNews> = {
  message: ({ key, progress }, position) => ({
    ...numbered(position),
    type: key,
    id: randomUUID(),
    data: { payload: { status: 'IMPORTING', progress }, timestamp: jobTime },
  }),
  begin: numbered,
}

/** The address at which a service tells what happens. */
export function registerEvents<Fact>(app: FastifyInstance, path: string, events: EventStreams<Fact>): void {
  app.get(path, { websocket: true }, (socket) => {
    socket.on('message', (text) => events.receive(socket, messageOf(text)))
  })
}

function numbered(position: number | null): object {
  return position === null ? {} : { position: String(position) }
}

/** The head of a text message of 100 bytes, and ten of them. */
function cutMidMessage(socket: WebSocket): void {
  // What ws writes to is no part of its types; there is no other way to send half a message.
  const { _socket: connection } = socket as unknown as { _socket: Socket }
  connection.write(Buffer.concat([Buffer.from([0x81, 100]), Buffer.from('{"position')]), () => connection.destroy())
}

function messageOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

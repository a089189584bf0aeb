import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { accountOf } from './tokens.ts'

/** A change in a library. */
export type LibraryFact = PhotoFact | AlbumFact | UploadsFact | TrashFact

/** A photo was added or removed. */
export interface PhotoFact {
  readonly type: 'photo.added' | 'photo.removed'
  readonly data: { readonly imageId: string; readonly year: number; readonly month: number }
}

/** An album was created, changed or removed. */
export interface AlbumFact {
  readonly type: 'album.changed' | 'album.removed'
  readonly data: { readonly albumId: string; readonly isOwner: boolean; readonly isShared: boolean }
}

/** Uploads have ended. */
export interface UploadsFact {
  readonly type: 'uploads.ended'
  readonly data: {
    readonly uploads: readonly {
      readonly uploadId: string
      readonly state: 'READY' | 'REJECTED'
      readonly imageId?: string
      readonly duplicate?: boolean
      readonly pictureProblem?: string
      readonly code?: string
    }[]
  }
}

/** Photos were moved to the trash, or have left it. */
export interface TrashFact {
  readonly type: 'trash.changed'
  readonly data: Readonly<Record<string, never>>
}

/** When to cut a socket: before its token is accepted, right after that, or in the middle of a message. */
export type CutState = 'beforeOk' | 'afterOk' | 'midMessage'

/** The message format of a stream. */
export interface EventFormat<Fact> {
  message(fact: Fact, position: number | null): object
  /** Builds the message with the starting position. */
  begin(position: number): object
}

/** All customers' streams of one kind. As in the real log, all customers share one sequence of positions. */
export class EventStreams<Fact> {
  readonly #format: EventFormat<Fact>
  readonly #log: { position: number; accountId: string; fact: Fact }[] = []
  readonly open = new Set<{ accountId: string; socket: WebSocket }>()
  /** The tokens of opened sockets, in order. */
  readonly tokens: string[] = []
  /** The new tokens that were sent on open sockets, in order. */
  readonly renewals: string[] = []
  /** The number of sockets opened so far. */
  opened = 0
  /** Whether messages have positions. A retailer's own service sends messages without positions. */
  isNumbered = true
  /** Cuts the next socket at this point. */
  cut: CutState | undefined
  #position = 100
  #droppedTo = 0

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

  /** Simulates a service that removes events because of their age. Without a position, removes all events so far. */
  drop(to = this.#position): void {
    this.#log.splice(0, this.#log.filter(({ position }) => position <= to).length)
    this.#droppedTo = to
  }

  breakOff(): void {
    for (const { socket } of this.open) socket.terminate()
  }

  /** Simulates a service that limits the lifetime of sockets. */
  closeGracefully(): void {
    for (const { socket } of this.open) socket.close(1000, 'open for as long as it may be')
  }

  /** Sends a raw message to all open sockets. */
  sendRaw(text: string): void {
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
    if (after !== null && after < this.#droppedTo)
      socket.send(JSON.stringify({ ...this.#format.begin(this.#droppedTo), isTruncated: true }))
    for (const entry of this.#log)
      if (after !== null && entry.position > after && entry.accountId === accountId)
        this.#send(socket, entry.position, entry.fact)
    if (after === null && this.isNumbered) socket.send(JSON.stringify(this.#format.begin(this.#position)))
  }

  #send(socket: WebSocket, position: number, fact: Fact): void {
    socket.send(JSON.stringify(this.#format.message(fact, this.isNumbered ? position : null)))
  }
}

/** The photos service's format of library events. */
export const libraryFormat: EventFormat<LibraryFact> = {
  message: ({ type, data }, position) => ({ id: String(position), type, data }),
  begin: (position) => ({ id: String(position), type: 'position', data: {} }),
}

/** A change to a job. `key` is `started`, `progress`, `finished` or `error`. */
export interface JobUpdate {
  readonly key: string
  /** The id of the archive or export. Undefined for an import, because a customer has at most one. */
  readonly job?: string
  readonly progress?: number
}

/** The time of all job events in tests. */
export const jobTime = '2026-03-01T09:30:00.000Z'

/** The downloads service's format of archive events. */
export const archiveFormat: EventFormat<JobUpdate> = {
  message: ({ key, job, progress }, position) => ({
    ...numbered(position),
    id: randomUUID(),
    timestamp: jobTime,
    key,
    message: { userId: 'somebody', downloadId: job, ...(progress !== undefined && { progress }) },
  }),
  begin: numbered,
}

/** The exports service's format of export events. `key` is the export's status. */
export const exportFormat: EventFormat<JobUpdate> = {
  message: ({ key, job, progress = 0 }, position) => ({ ...numbered(position), backupId: job, status: key, progress }),
  begin: numbered,
}

/** The push service's format of import events. */
export const importFormat: EventFormat<JobUpdate> = {
  message: ({ key, progress }, position) => ({
    ...numbered(position),
    type: key,
    id: randomUUID(),
    data: { payload: { status: 'IMPORTING', progress }, timestamp: jobTime },
  }),
  begin: numbered,
}

/** The orders service's format of order events. `key` is the internal state of the order. */
export const orderFormat: EventFormat<JobUpdate> = {
  message: ({ key, job }, position) => ({
    id: String(position),
    type: 'order.changed',
    data: { orderCode: job, status: key, version: 2 },
  }),
  begin: (position) => ({ id: String(position), type: 'position', data: {} }),
}

/** A change of an account. */
export interface AccountUpdate {
  readonly type: string
  readonly data: Readonly<Record<string, string>>
}

/** The messages of the account's stream. */
export const accountFormat: EventFormat<AccountUpdate> = {
  message: (update, position) => ({ id: String(position), ...update }),
  begin: (position) => ({ id: String(position), type: 'position', data: {} }),
}

/** Registers the socket route of a service's events. */
export function registerEvents<Fact>(app: FastifyInstance, path: string, events: EventStreams<Fact>): void {
  app.get(path, { websocket: true }, (socket) => {
    socket.on('message', (text) => events.receive(socket, messageOf(text)))
  })
}

function numbered(position: number | null): object {
  return position === null ? {} : { position: String(position) }
}

/** Sends the header of a 100-byte text message and its first 10 bytes, then cuts the connection. */
function cutMidMessage(socket: WebSocket): void {
  // `_socket` is missing in ws's types, but there is no other way to send half a message.
  const { _socket: connection } = socket as unknown as { _socket: Socket }
  connection.write(Buffer.concat([Buffer.from([0x81, 100]), Buffer.from('{"position')]), () => connection.destroy())
}

function messageOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A message of graphql-transport-ws. */
// Tests check the payloads with their own expectations.
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = { type: string; id?: string; payload?: any }

/** A socket that sends any message, valid or not, and records all received messages. */
export interface RawSocket {
  readonly socket: WebSocket
  readonly received: Message[]
  readonly closed: Promise<{ code: number; reason: string }>
  readonly send: (...messages: (Message | string | Buffer)[]) => void
  /** Returns the messages received for one operation, without its id. */
  readonly of: (id: string) => Omit<Message, 'id'>[]
}

/** Opens a socket. @param options.protocols the requested subprotocols; may be empty */
export async function openSocket(
  url: string,
  options: { protocols?: string[]; headers?: Record<string, string>; autoPong?: boolean } = {},
): Promise<RawSocket> {
  const { protocols = ['graphql-transport-ws'], headers = {}, autoPong = true } = options
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocols, { headers, autoPong })
  const received: Message[] = []
  socket.on('message', (data) => received.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await once(socket, 'open')
  return {
    socket,
    received,
    closed,
    send(...messages) {
      for (const message of messages) {
        const isRaw = typeof message === 'string' || Buffer.isBuffer(message)
        socket.send(isRaw ? message : JSON.stringify(message))
      }
    },
    of: (id) => received.filter((message) => message.id === id).map(({ id: _id, ...rest }) => rest),
  }
}

/** Builds the message that initializes a connection. */
export function initWith(accessToken: string): Message {
  return { type: 'connection_init', payload: { accessToken } }
}

/** Builds the message that starts an operation. */
export function subscribeTo(id: string, query: string, rest: object = {}): Message {
  return { id, type: 'subscribe', payload: { query, ...rest } }
}

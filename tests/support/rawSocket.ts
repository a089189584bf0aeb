import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A message of graphql-transport-ws. */
// Tests look into the payloads of their own messages.
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = { type: string; id?: string; payload?: any }

/** A socket that says what a test tells it to, right or wrong, and keeps what it hears. */
export interface RawSocket {
  readonly socket: WebSocket
  readonly heard: Message[]
  readonly closed: Promise<{ code: number; reason: string }>
  readonly say: (...messages: (Message | string | Buffer)[]) => void
  /** What was heard of one operation, without its id. */
  readonly of: (id: string) => Omit<Message, 'id'>[]
}

/** Opens a socket. @param options.protocols none: no subprotocol is asked for */
export async function openSocket(
  url: string,
  options: { protocols?: string[]; headers?: Record<string, string>; autoPong?: boolean } = {},
): Promise<RawSocket> {
  const { protocols = ['graphql-transport-ws'], headers = {}, autoPong = true } = options
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocols, { headers, autoPong })
  const heard: Message[] = []
  socket.on('message', (data) => heard.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await once(socket, 'open')
  return {
    socket,
    heard,
    closed,
    say(...messages) {
      for (const message of messages) {
        const isRaw = typeof message === 'string' || Buffer.isBuffer(message)
        socket.send(isRaw ? message : JSON.stringify(message))
      }
    },
    of: (id) => heard.filter((message) => message.id === id).map(({ id: _id, ...rest }) => rest),
  }
}

/** The message that begins a connection. */
export function initWith(accessToken: string): Message {
  return { type: 'connection_init', payload: { accessToken } }
}

/** The message that begins an operation. */
export function subscribeTo(id: string, query: string, rest: object = {}): Message {
  return { id, type: 'subscribe', payload: { query, ...rest } }
}

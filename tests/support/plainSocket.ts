import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection that sends any bytes, and records all that it receives. */
export interface PlainSocket {
  readonly socket: Socket
  readonly send: (text: string | Buffer) => void
  /** What has been received, as text. */
  readonly received: () => string
  /** Resolves once the connection is closed, with everything that has been received. */
  readonly closed: Promise<string>
}

/** Connects to a server on this machine. The connection ends with the test. */
export async function connectTo(port: number): Promise<PlainSocket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const chunks: Buffer[] = []
  const received = () => Buffer.concat(chunks).toString()
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => socket.destroy())
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received())))
  await once(socket, 'connect')
  return { socket, send: (text) => void socket.write(text), received, closed }
}

/** The head of a POST with a body. */
export function postTo(path: string, length: number, headers: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries({ host: 'localhost', 'content-length': length, ...headers })
  return [`POST ${path} HTTP/1.1`, ...given.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
}

/** The parts of a raw answer. */
export function answerIn(text: string): { status: number; headers: Headers; body: string } {
  const [head = '', body = ''] = text.split(/\r\n\r\n([^]*)/)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(/: (.*)/)
      return [name, value]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'

/** A server that responds with raw bytes, which need not be valid HTTP. */
export interface PeculiarServer {
  readonly url: string
  /** The heads of the received requests. */
  readonly requests: string[]
  /**
   * Responds to each request; a test can replace it. It gets the socket, so it can also delay a response or disconnect.
   */
  answer: (socket: Socket, head: string) => void
  close(): Promise<void>
}

/**
 * Starts the server.
 * @param host `127.0.0.1`, or `::1`
 */
export async function startPeculiarServer(host = '127.0.0.1'): Promise<PeculiarServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (text.length < end + 4 + length) return
        text = text.slice(end + 4 + length)
        peculiar.requests.push(head)
        peculiar.answer(socket, head)
      }
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const peculiar: PeculiarServer = {
    url: host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`,
    requests: [],
    answer: (socket) => socket.end(),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return peculiar
}

/** The head of a response with the given headers. */
export function head(status: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`
}

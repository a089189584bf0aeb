import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, createServer as createSocketServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** How the service responds to a call. */
export type Behaviour =
  | {
      readonly json: unknown
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly after?: number
    }
  | { readonly text: string; readonly type?: string }
  /** Never responds. */
  | 'silence'
  /** Resets the connection. */
  | 'reset'
  /** Starts a response and continues it slowly and endlessly. */
  | 'drip'
  /** Sends less than its content length, then closes the connection. */
  | 'truncated'
  /** Sends 12 MB. */
  | 'flood'

/** A received call. */
export interface SeenCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A service on a real port with configurable behaviour. It can stop and start again at the same address. */
export class FaultyService {
  readonly calls: SeenCall[] = []
  /** Chooses the behaviour for a call. `index` is the number of previous calls. */
  behave: (call: SeenCall, index: number) => Behaviour = () => ({ json: {} })
  #server: Server | undefined
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Simulates a killed process: open connections break, and new ones are refused. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server?.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: Buffer.concat(chunks).toString() }
    this.calls.push(call)
    await perform(this.behave(call, this.calls.length - 1), response)
  }
}

/** Starts a service. Stop it with `stop`. */
export async function startFaultyService(): Promise<FaultyService> {
  const service = new FaultyService()
  await service.start()
  return service
}

/** Opens a port that accepts connections and never sends anything, like a host behind a router that drops packets. */
export async function startHalfOpenPort(): Promise<{ url: string; sockets: Set<Socket>; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function perform(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  if (behaviour === 'silence') return
  if (behaviour === 'reset') response.socket?.resetAndDestroy()
  else if (behaviour === 'drip') await drip(response)
  else if (behaviour === 'truncated') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"photos', () => response.socket?.destroy())
  } else if (behaviour === 'flood') {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let megabyte = 0; megabyte < 12; megabyte += 1) response.write(' '.repeat(1_000_000))
    response.end('{}')
  } else if ('text' in behaviour) {
    response.writeHead(200, { 'content-type': behaviour.type ?? 'application/json' }).end(behaviour.text)
  } else {
    if (behaviour.after !== undefined) await wait(behaviour.after)
    response.writeHead(behaviour.status ?? 200, { 'content-type': 'application/json', ...behaviour.headers })
    response.end(JSON.stringify(behaviour.json))
  }
}

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    response.write(' ')
    await wait(20)
  }
}

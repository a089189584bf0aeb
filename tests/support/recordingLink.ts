import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A network fault for one call. */
export interface LinkFault {
  readonly method: string
  /** A part of the call's path. */
  readonly path: string
  /**
   * `responseLost`: the service handles the call, but its response is lost.
   * `requestLost`: the connection is cut before the service receives the call.
   */
  readonly kind: 'responseLost' | 'requestLost'
}

/** A proxy to a real service. Records all calls, and loses requests or responses on demand. */
export class RecordingLink {
  /** Method, path and query, without the service's prefix and without reads of its OpenAPI document. */
  readonly calls: string[] = []
  readonly #server: Server
  readonly #faults: LinkFault[] = []
  readonly #target: URL

  /** @param target the service, such as `http://127.0.0.1:4001/photos` */
  constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((incoming, response) => this.#forward(incoming, response))
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => this.#forwardSocket(incoming, socket))
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    // A server that listens on a TCP port has an AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#target.pathname}`
  }

  /** Makes the next matching call fail. */
  fail(fault: LinkFault): void {
    this.#faults.push(fault)
  }

  forget(): void {
    this.calls.length = 0
    this.#faults.length = 0
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = incoming
    // Reads of openapi.json are left out: the gateway reads it once per process, at whichever operation comes first.
    if (!url.endsWith('/openapi.json')) this.calls.push(`${method} ${url.slice(this.#target.pathname.length)}`)
    const index = this.#faults.findIndex((fault) => fault.method === method && url.includes(fault.path))
    const [fault] = index < 0 ? [] : this.#faults.splice(index, 1)
    if (fault?.kind === 'requestLost') return void incoming.socket.destroy()
    const outgoing = request(this.#optionsOf(incoming), (answer) => {
      if (fault) return void answer.resume().on('end', () => incoming.socket.destroy())
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  }

  #forwardSocket(incoming: IncomingMessage, near: Socket): void {
    const outgoing = request(this.#optionsOf(incoming))
    outgoing.on('error', () => near.destroy())
    outgoing.on('upgrade', (answer, far: Socket, head: Buffer) => {
      const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      near.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('')}\r\n`)
      near.write(head)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
        one.pipe(other)
      }
    })
    outgoing.end()
  }

  #optionsOf({ method, url, headers }: IncomingMessage) {
    const { hostname, port } = this.#target
    return { host: hostname, port, method, path: url, headers }
  }
}

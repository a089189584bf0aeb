import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What happens to a call. `hang`: there is never an answer. An object replaces the service's answer. */
export type Fault = 'down' | 'hang' | 'garbage' | 'error' | { readonly status: number; readonly json: unknown }

/** A proxy between the tested services and other services. It can make calls fail. */
export class ServiceLink {
  /** The faults, by the start of a call's method and path, such as `GET /orders/v2/superorders`. */
  readonly faults = new Map<string, Fault>()
  /** The calls that a service has answered, as method and path, with their `Authorization`. */
  readonly calls: { readonly called: string; readonly authorization: string | undefined }[] = []
  /** Called after each answer of a service, before it is passed on. */
  onAnswer: (called: string) => Promise<void> = async () => undefined
  /** Chooses the fault of each call, given as method and path. It takes precedence over `faults`. */
  onFault: (called: string) => Fault | undefined = () => undefined
  /** The URL of the services. */
  target = ''
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  /** Starts the link. Returns the settings with which services call the named services through the link. */
  async start(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, `${url}/${name}`]))
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const called = `${request.method} ${request.url}`
    const fault = this.onFault(called) ?? [...this.faults].find(([start]) => called.startsWith(start))?.[1]
    if (fault === 'hang') return
    if (fault === 'down') return void response.destroy()
    if (fault === 'garbage') return void response.end('<html>')
    if (fault === 'error') return void response.writeHead(500).end()
    if (fault) return void response.writeHead(fault.status).end(JSON.stringify(fault.json))
    const { authorization } = request.headers
    const headers = new Headers()
    for (const name of ['content-type', 'x-service-secret', 'authorization']) {
      const value = request.headers[name]
      if (value !== undefined) headers.set(name, String(value))
    }
    const sent = body.length > 0 ? { body: new Uint8Array(body) } : {}
    const answer = await fetch(this.target + request.url, { method: String(request.method), headers, ...sent })
    const content = await answer.text()
    this.calls.push({ called, authorization })
    await this.onAnswer(called)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(content)
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { claimsIn } from '../../support/tokens.ts'

/**
 * What happens to a call. `hang`: there is never an answer. `lost`: the provider handles the call, but the answer does
 * not arrive. `unanswered`: like `lost`, but the connection stays open. An object replaces the provider's answer.
 */
export type Fault = 'down' | 'hang' | 'lost' | 'unanswered' | 'garbage' | 'error' | { readonly json: unknown }

/**
 * A proxy between the payments service and the two services that it calls. The proxy lets calls to the payment provider
 * fail, and answers the status of business accounts itself.
 */
export class ProviderLink {
  /** The faults, by method and the start of the path at the provider: `GET /v1/setups`. */
  readonly faults = new Map<string, Fault>()
  /** The calls that the provider has handled, as method and path. */
  readonly calls: string[] = []
  /** The answers of `GET /customers/me` by account. Accounts without an entry are not blocked. */
  readonly customers = new Map<string, object | 'down'>()
  readonly #server: Server
  readonly #target: () => string

  /** @param target the URL of the services */
  constructor(target: () => string) {
    this.#target = target
    this.#server = createServer((request, response) => {
      // The provider may be killed while it handles a call.
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  /** Starts. Returns the settings of services that use this link. */
  async start(): Promise<Readonly<Record<string, string>>> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return { PAYMENT_PROVIDER_URL: `${url}/provider`, CUSTOMERS_URL: `${url}/customers` }
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (request.url === '/customers/customers/me') return this.#answerCustomer(request, response)
    const path = String(request.url).replace('/provider', '')
    const called = `${request.method} ${path}`
    const fault = [...this.faults].find(([start]) => called.startsWith(start))?.[1]
    if (fault === 'hang') return
    if (fault === 'down') return void response.destroy()
    if (fault === 'garbage') return void response.end('<html>')
    if (fault === 'error') return void response.writeHead(500).end()
    if (typeof fault === 'object') return void response.end(JSON.stringify(fault.json))
    const headers = new Headers()
    for (const name of ['content-type', 'x-service-secret', 'idempotency-key']) {
      const value = request.headers[name]
      if (value !== undefined) headers.set(name, String(value))
    }
    const sent = body.length > 0 ? { body: new Uint8Array(body) } : {}
    const url = `${this.#target()}/payments/demo-provider${path}`
    const answer = await fetch(url, { method: String(request.method), headers, ...sent })
    const content = await answer.text()
    this.calls.push(called)
    if (fault === 'unanswered') return
    if (fault === 'lost') response.destroy()
    else response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(content)
  }

  #answerCustomer({ headers }: IncomingMessage, response: ServerResponse): void {
    const { sub } = claimsIn((headers.authorization ?? '').replace('Bearer ', ''))
    const customer = this.customers.get(sub) ?? {}
    if (customer === 'down') response.destroy()
    else response.end(JSON.stringify(customer))
  }
}

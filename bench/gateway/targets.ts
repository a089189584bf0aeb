import { Pool } from 'undici'
import type { Customer } from './customers.ts'
import { type MeasuredQuery, documentId } from './queries.ts'
import type { MeasuredServer } from './servers.ts'

/** The request format of a server. */
export type Dialect = 'gateway' | 'floor' | 'peer'

/** Sends one query to one server, from each customer in turn. */
export class Target {
  readonly server: MeasuredServer
  readonly #pool: Pool
  readonly #path: string
  readonly #requests: readonly { headers: Record<string, string>; body: string }[]
  /** The length of every answer in bytes: the data of all customers have the same length. */
  #length: number | undefined
  #turn = 0

  constructor(server: MeasuredServer, dialect: Dialect, query: MeasuredQuery, customers: readonly Customer[]) {
    this.server = server
    this.#pool = new Pool(server.url, { connections: 64 })
    this.#path = dialect === 'floor' ? `/${query.name}` : '/graphql'
    this.#requests = customers.map((customer) => ({
      headers: headersOf(dialect, customer),
      body: JSON.stringify(bodyOf(dialect, query, customer)),
    }))
  }

  /**
   * Sends the query as the next customer.
   * @returns milliseconds
   * @throws Error if the answer differs in length from the first one
   */
  async ask(): Promise<number> {
    this.#turn = (this.#turn + 1) % this.#requests.length
    const began = performance.now()
    const { status, bytes } = await this.#send(this.#turn)
    const took = performance.now() - began
    this.#length ??= bytes.byteLength
    if (status !== 200 || bytes.byteLength !== this.#length) {
      const text = Buffer.from(bytes).toString('utf8').slice(0, 300)
      throw new Error(`${this.server.name} answered ${status} to ${this.#path} with ${bytes.byteLength} bytes: ${text}`)
    }
    return took
  }

  /** Requests the answer for the customer at this index. */
  async answerTo(customer: number): Promise<string> {
    const { status, bytes } = await this.#send(customer)
    const text = Buffer.from(bytes).toString('utf8')
    if (status !== 200) throw new Error(`${this.server.name} answered ${status}: ${text.slice(0, 300)}`)
    return text
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #send(customer: number) {
    const request = this.#requests[customer]
    if (!request) throw new Error(`There is no customer ${customer}.`)
    const response = await this.#pool.request({ method: 'POST', path: this.#path, ...request })
    return { status: response.statusCode, bytes: await response.body.arrayBuffer() }
  }
}

function headersOf(dialect: Dialect, customer: Customer): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json, multipart/mixed;q=0.9',
    authorization: `Bearer ${customer.token}`,
    // The edge adds this header. The other servers verify no tokens, so they get the customer in headers.
    'x-forwarded-for': customer.address,
    ...(dialect !== 'gateway' && { 'x-account-id': customer.accountId, 'x-account-email': customer.email }),
  }
}

function bodyOf(dialect: Dialect, query: MeasuredQuery, customer: Customer): object {
  if (dialect === 'floor') return query.floorBody
  const variables = query.variables(customer)
  if (dialect === 'peer' || !query.isPersisted) return { query: query.document, variables }
  return { variables, extensions: { persistedQuery: { version: 1, sha256Hash: documentId(query.document) } } }
}

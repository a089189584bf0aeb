import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Replicas } from '../../../edge/replicas.ts'
import type { Topology } from './stack.ts'

/** The longest time (ms) that a customer waits for an answer. */
const deadline = 30_000

/** An answer that says that something failed. */
export class Refusal extends Error {
  readonly status: number

  constructor(path: string, status: number, text: string) {
    super(`${path} ${status} ${text}`)
    this.status = status
  }
}

/** A customer who reaches the product through both edges, as if through a load balancer. */
export class Customer {
  readonly id: string
  readonly token: string
  readonly #edges: Replicas

  private constructor(id: string, token: string, edges: Replicas) {
    this.id = id
    this.token = token
    this.#edges = edges
  }

  /** A customer with an empty library. */
  static async of({ edgeUrls, issueToken }: Topology): Promise<Customer> {
    const id = randomUUID()
    return new Customer(id, await issueToken(id), new Replicas(edgeUrls))
  }

  /** The URL of the next edge that is ready. */
  edgeUrl(): string {
    return this.#edges.inTurn()[0]
  }

  /** Notes that an edge could not be reached, so that the next requests go to the other edge. */
  markUnreachable(edgeUrl: string): void {
    this.#edges.markUnreachable(edgeUrl)
  }

  /**
   * Sends a request to a ready edge, or to the other edge if the connection is refused.
   * @param path the path, or the whole URL of an edge
   * @throws Refusal
   */
  async fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const request = {
      ...options,
      headers: { authorization: `Bearer ${this.token}`, ...Object.fromEntries(new Headers(options.headers)) },
      signal: AbortSignal.timeout(deadline),
    }
    const [first, second] = this.#edges.inTurn()
    const answer = await fetch(`${first}${path}`, request).catch(async (error: unknown) => {
      if (!isRefusedConnection(error) || second === undefined) throw error
      this.markUnreachable(first)
      return fetch(`${second}${path}`, request)
    })
    if (answer.status === 429) {
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
      return this.fetch(path, options)
    }
    if (!answer.ok) throw new Refusal(path, answer.status, await answer.text())
    return answer
  }

  /** Reads a signed URL of a file. It follows the redirect to the bucket. */
  async download(url: string): Promise<Uint8Array> {
    const { pathname, search } = new URL(url)
    return new Uint8Array(await (await this.fetch(`${pathname}${search}`)).arrayBuffer())
  }

  /** Sends a GraphQL operation. @throws Refusal if the answer has errors */
  async ask(query: string, variables: object = {}): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query, variables })
    const answer = await this.fetch('/graphql', { method: 'POST', headers, body })
    const text = await answer.text()
    if (text.includes('"errors":[')) throw new Refusal('/graphql', answer.status, text)
    return JSON.parse(text)
  }

  close(): void {
    this.#edges.close()
  }
}

function isRefusedConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === 'ECONNREFUSED'
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { ErrorCode } from '../../gateway/errors/codes.ts'
import type { ServiceName } from './serviceProcess.ts'

/** An operation that the load sends. */
export interface Operation {
  readonly name: string
  readonly query: string
  readonly variables: Record<string, unknown>
  readonly token: string | null
  /** The upstreams that the operation reads. Each function returns whether the upstream's part of `data` is present. */
  readonly needs: Partial<Record<ServiceName, (data: unknown) => boolean>>
}

/** The outcome of one operation. */
export interface Outcome {
  readonly operation: Operation
  /** The value of `performance.now()`. */
  readonly started: number
  readonly milliseconds: number
  /** 0 if there was no answer. */
  readonly status: number
  readonly errors: readonly GivenError[]
  /** Upstreams whose part of the answer is present. */
  readonly delivered: readonly string[]
  /**
   * To investigate a failure: the first 600 characters of a response with errors, or the exception if there was no
   * answer. Otherwise empty.
   */
  readonly detail: string
}

interface GivenError {
  readonly code: string
  /**
   * True if the code is a known one other than INTERNAL_SERVER_ERROR, and the correlation id is the one that was sent.
   */
  readonly isTyped: boolean
}

/** The type requires every code: a new code of the gateway must be added here. */
const knownCodes: Record<ErrorCode, boolean> = {
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  CONFLICT: true,
  BAD_USER_INPUT: true,
  GRAPHQL_PARSE_FAILED: true,
  GRAPHQL_VALIDATION_FAILED: true,
  OPERATION_RESOLUTION_FAILURE: true,
  RATE_LIMITED: true,
  OVERLOADED: true,
  UPSTREAM_TIMEOUT: true,
  UPSTREAM_UNAVAILABLE: true,
  UPSTREAM_INVALID_RESPONSE: true,
  PERSISTED_QUERY_NOT_FOUND: true,
  PERSISTED_QUERY_HASH_MISMATCH: true,
  INTERNAL_SERVER_ERROR: false,
}
const typedCodes = new Set(Object.entries(knownCodes).flatMap(([code, isTyped]) => (isTyped ? [code] : [])))

/** Sends operations to a gateway. Never throws: a lost connection is an outcome too. */
export class Client {
  readonly #url: string
  readonly #agent = new Agent({ connections: 1_000, headersTimeout: 60_000, bodyTimeout: 60_000 })
  #sent = 0

  constructor(url: string) {
    this.#url = url
  }

  async send(operation: Operation): Promise<Outcome> {
    this.#sent += 1
    const correlationId = `faults-${this.#sent}`
    const started = performance.now()
    try {
      const response = await this.#agent.request({
        origin: this.#url,
        path: '/graphql',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-correlation-id': correlationId,
          ...(operation.token !== null && { authorization: `Bearer ${operation.token}` }),
        },
        body: JSON.stringify({ query: operation.query, variables: operation.variables }),
      })
      const text = await response.body.text()
      const milliseconds = performance.now() - started
      return { operation, started, milliseconds, status: response.statusCode, ...read(text, operation, correlationId) }
    } catch (error) {
      const milliseconds = performance.now() - started
      return { operation, started, milliseconds, status: 0, errors: [], delivered: [], detail: String(error) }
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

interface Answer {
  readonly data?: unknown
  readonly errors?: { message: string; extensions?: { code?: string; correlationId?: string } }[]
}

function read(text: string, { needs }: Operation, correlationId: string) {
  // A body that is not JSON counts as no data and one untyped error.
  const answer: Answer = parsed(text) ?? { errors: [{ message: 'no JSON' }] }
  const errors = (answer.errors ?? []).map(({ extensions = {} }) => ({
    code: extensions.code ?? 'none',
    isTyped: typedCodes.has(extensions.code ?? '') && extensions.correlationId === correlationId,
  }))
  const delivered = Object.entries(needs).flatMap(([name, part]) => (part(answer.data) ? [name] : []))
  return { errors, delivered, detail: errors.length > 0 ? text.slice(0, 600) : '' }
}

function parsed(text: string): Answer | null {
  try {
    // The type is not checked. If `errors` is not a list, `send` reports the exception as an outcome without an answer.
    return JSON.parse(text) as Answer
  } catch {
    return null
  }
}

/** Load that continues until it is stopped. */
export interface Load {
  /** Stops sending. Resolves with all outcomes, per client, after the last answer. */
  stop(): Promise<Outcome[][]>
}

/**
 * Sends operations at random times (a Poisson process), without waiting for the answers to earlier ones. Each client
 * sends the same operation at the same moment.
 * @param rate operations per second and client
 * @param pick the next operation; `random` is a number from 0 to 1
 */
export function startLoad(
  clients: readonly Client[],
  rate: number,
  pick: (random: number) => Operation,
  random: () => number,
): Load {
  const sent: Promise<Outcome>[][] = clients.map(() => [])
  const ending = new AbortController()
  const run = async () => {
    let next = performance.now()
    while (!ending.signal.aborted) {
      next += (-Math.log(1 - random()) / rate) * 1_000
      const wait = next - performance.now()
      if (wait > 0) await sleep(wait, undefined, { signal: ending.signal }).catch(() => undefined)
      const operation = pick(random())
      // The order is random, so that no client goes first more often.
      const order = clients.map((client, index) => ({ client, index }))
      if (random() < 0.5) order.reverse()
      for (const { client, index } of order) sent[index]?.push(client.send(operation))
    }
  }
  const over = run()
  return {
    async stop() {
      ending.abort()
      await over
      return Promise.all(sent.map((outcomes) => Promise.all(outcomes)))
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { ErrorCode } from '../../gateway/errors/codes.ts'
import type { ServiceName } from './serviceProcess.ts'

/** An operation of the mix. */
export interface Operation {
  readonly name: string
  readonly query: string
  readonly variables: Record<string, unknown>
  readonly token: string | null
  /** The upstreams that it reads, each with whether the part of `data` that comes from it is there. */
  readonly needs: Partial<Record<ServiceName, (data: unknown) => boolean>>
}

/** What became of one operation. */
export interface Outcome {
  readonly operation: Operation
  /** On the clock of `performance.now()`. */
  readonly started: number
  readonly milliseconds: number
  /** 0: there was no answer. */
  readonly status: number
  readonly errors: readonly GivenError[]
  /** Upstreams whose part of the answer is there. */
  readonly delivered: readonly string[]
  /** For the one who reads the findings. */
  readonly detail: string
}

interface GivenError {
  readonly code: string
  /** Whether its code is known, is no masked bug, and its correlation id is the one that was sent. */
  readonly isTyped: boolean
}

/** Complete by its type: a code that is new in the gateway is missing here until it is added. */
const knownCodes: Record<ErrorCode, boolean> = {
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  CONFLICT: true,
  BAD_USER_INPUT: true,
  RATE_LIMITED: true,
  OVERLOADED: true,
  UPSTREAM_TIMEOUT: true,
  UPSTREAM_UNAVAILABLE: true,
  UPSTREAM_INVALID_RESPONSE: true,
  PERSISTED_DOCUMENT_NOT_FOUND: true,
  INTERNAL_SERVER_ERROR: false,
}
const typedCodes = new Set(Object.entries(knownCodes).flatMap(([code, isTyped]) => (isTyped ? [code] : [])))

/** Sends operations to a gateway. Never throws; a lost connection is an outcome. */
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
  // What is no GraphQL answer at all has no part that is there, and one untyped error.
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
    // Each part of it is looked at with care below.
    return JSON.parse(text) as Answer
  } catch {
    return null
  }
}

/** Load that goes on until it is stopped. */
export interface Load {
  /** No more is sent; resolves with what became of everything, per client, when the last answer is there. */
  stop(): Promise<Outcome[][]>
}

/**
 * Open loop: arrivals are Poisson and wait for no answer. Each client is sent the same operation at the same moment.
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
      // Who goes first changes, so that neither waits for the other's turn more often.
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

import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { z } from 'zod'
import type { GatewayConfig } from '../config.ts'
import { badInput, codedError } from '../errors/codes.ts'
import { busy, refusal } from '../limits/refusals.ts'
import { type Caller, type OperationRequest, type Operations, isErrors } from './operations.ts'
import type { OperationResult } from './readyOperation.ts'

/** How event streams are kept: how often they give signs of life, and how many of them one customer, and all, may have. */
export type EventStreamConfig = Pick<GatewayConfig, 'keepAlive' | 'socketSubscriptions' | 'maximumSockets'>

/** Milliseconds between two looks at the clock, at most. */
const longestTick = 1_000
/** Seconds after which one who has too many streams may ask again. */
const retryPause = 5
const streamType = 'text/event-stream'

/**
 * GraphQL over server-sent events, one operation per request (graphql-sse's "distinct connections"). Events of a
 * subscription that has positions carry them as ids, and `Last-Event-ID` resumes behind one.
 */
export class EventStreams {
  readonly #operations: Operations
  readonly #config: EventStreamConfig
  readonly #open = new Set<EventStream>()
  /** How many of them each caller has. */
  readonly #counts = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(operations: Operations, config: EventStreamConfig) {
    this.#operations = operations
    this.#config = config
    this.#timer = setInterval(() => this.#look(), Math.min(longestTick, config.keepAlive)).unref()
  }

  /** Whether a stream is what the client likes best of what there is. */
  isAskedBy({ headers }: FastifyRequest): boolean {
    const { accept } = headers
    return accept !== undefined && accept.includes(streamType) && preferredType(accept) === streamType
  }

  /**
   * Answers a request with the operation's events. The caller has been admitted.
   * @throws RATE_LIMITED, OVERLOADED when too many streams are open
   */
  async answer(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<FastifyReply | undefined> {
    const asked = requestOf(request)
    if (!asked) return refuse(reply, 400, 'The request is not one of GraphQL over HTTP.')
    const ready = this.#operations.prepare(asked, caller)
    if (isErrors(ready)) {
      this.#begin(reply, caller).finish({ errors: ready })
      return undefined
    }
    if (request.method === 'GET' && ready.args.operation.operation === 'mutation') {
      const message = 'Changes are made by POST only.'
      ready.refuse(badInput(message))
      return refuse(reply.header('allow', 'POST'), 405, message)
    }
    const tooMany = ready.isSubscription ? this.#refusalOf(caller) : null
    if (tooMany) {
      ready.refuse(tooMany)
      throw tooMany
    }
    const takeEventId = ready.resumeAfter(lastEventIdOf(request))
    const stream = this.#begin(reply, caller)
    await stream.pump(await ready.run(() => undefined), takeEventId)
    return undefined
  }

  /** Breaks all streams off, without an end of their operations: clients come back for the rest. */
  close(): void {
    clearInterval(this.#timer)
    for (const stream of this.#open) stream.breakOff()
  }

  #begin(reply: FastifyReply, caller: Caller): EventStream {
    reply.hijack()
    const { raw } = reply
    const headers = {
      'content-type': `${streamType}; charset=utf-8`,
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    }
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) raw.setHeader(name, value ?? '')
    raw.writeHead(200)
    const stream = new EventStream(raw, caller)
    this.#open.add(stream)
    this.#count(caller, 1)
    raw.once('close', () => {
      this.#open.delete(stream)
      this.#count(caller, -1)
      stream.stop()
    })
    return stream
  }

  #refusalOf(caller: Caller): GraphQLError | null {
    const { socketSubscriptions: limit, maximumSockets } = this.#config
    if (this.#open.size >= maximumSockets) return busy('There are too many connections. Try again later.')
    if ((this.#counts.get(nameOf(caller)) ?? 0) < limit) return null
    return refusal('RATE_LIMITED', `No more than ${limit} event streams may be open at once.`, retryPause)
  }

  #count(caller: Caller, change: number): void {
    const name = nameOf(caller)
    const count = (this.#counts.get(name) ?? 0) + change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }

  #look(): void {
    const now = Date.now()
    for (const stream of this.#open) stream.look(now, this.#config.keepAlive)
  }
}

/** One answer. */
class EventStream {
  readonly #response: ServerResponse
  readonly #caller: Caller
  #results: AsyncIterator<ExecutionResult> | undefined
  #spoke = Date.now()
  #isOver = false

  constructor(response: ServerResponse, caller: Caller) {
    this.#response = response
    this.#caller = caller
    // A first sign, so that clients and proxies see that it has begun.
    response.write(':\n\n')
  }

  /** Writes results as they come, each when the client has taken the one before. */
  async pump(result: OperationResult, takeEventId: (result: ExecutionResult) => string | undefined): Promise<void> {
    if (!(Symbol.asyncIterator in result)) return this.finish(result)
    const results = result[Symbol.asyncIterator]()
    this.#results = results
    if (this.#isOver || this.#response.destroyed) return this.stop()
    for (let next = await results.next(); !next.done; next = await results.next()) {
      if (this.#isOver) return undefined
      await this.#write(eventOf(next.value, takeEventId(next.value)))
    }
    return this.finish()
  }

  /** The operation's end, with a last result if there is one. */
  finish(last?: ExecutionResult): void {
    if (this.#isOver) return
    this.stop()
    this.#response.end(`${last ? eventOf(last) : ''}event: complete\ndata:\n\n`)
  }

  breakOff(): void {
    this.stop()
    this.#response.end()
  }

  /** Lets the operation go. */
  stop(): void {
    this.#isOver = true
    this.#results?.return?.().catch(() => undefined)
  }

  look(now: number, keepAlive: number): void {
    const { viewer, correlationId } = this.#caller
    const isStuck = this.#response.writableNeedDrain
    if (viewer && viewer.expires <= now) {
      this.finish({ errors: [codedError('UNAUTHENTICATED', 'The access token has expired.', correlationId)] })
      if (isStuck) this.#response.destroy()
    } else if (!isStuck && !this.#isOver && now - this.#spoke >= keepAlive) {
      this.#spoke = now
      this.#response.write(':\n\n')
    }
  }

  #write(text: string): Promise<void> | void {
    this.#spoke = Date.now()
    if (this.#response.write(text)) return undefined
    return new Promise((resolve) => {
      const go = () => {
        this.#response.off('drain', go).off('close', go)
        resolve()
      }
      this.#response.on('drain', go).on('close', go)
    })
  }
}

function nameOf({ viewer, address }: Caller): string {
  return viewer?.accountId ?? address
}

function eventOf(result: ExecutionResult, id?: string): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `${place}event: next\ndata: ${JSON.stringify(result)}\n\n`
}

/** Only what can be an id on one line counts. */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ errors: [codedError('BAD_USER_INPUT', message, reply.request.id)] })
}

const object = z.record(z.string(), z.unknown()).nullish()
const text = z.string().nullish()
const body = z.object({ query: text, operationName: text, variables: object, extensions: object })
const json = z
  .string()
  .transform((value, context) => {
    try {
      const parsed: unknown = JSON.parse(value)
      return parsed
    } catch {
      context.addIssue('This is no JSON.')
      return z.NEVER
    }
  })
  .pipe(object)
  .optional()
const query = z.object({ query: text, operationName: text, variables: json, extensions: json })

function requestOf(request: FastifyRequest): OperationRequest | undefined {
  return request.method === 'GET' ? query.safeParse(request.query).data : body.safeParse(request.body).data
}

/** The media type that a client prefers of those that the endpoint has; the earlier of two that it likes the same. */
function preferredType(accept: string): string | undefined {
  const offered = [streamType, 'application/json', 'application/graphql-response+json', 'multipart/mixed', '*/*']
  const wishes = accept.split(',').map((wish) => {
    const [type = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wishes.filter(({ type, weight }) => weight > 0 && offered.includes(type))
  return known.toSorted((one, other) => other.weight - one.weight)[0]?.type
}

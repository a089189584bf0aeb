import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { z } from 'zod'
import type { GatewayConfig } from '../config.ts'
import { badInput, codedError } from '../errors/codes.ts'
import { busy, refusal } from '../limits/refusals.ts'
import { mutationByGetMessage } from './graphqlServer.ts'
import { type Caller, type OperationRequest, type Operations, isErrors } from './operations.ts'
import { formMessage, refuseRequest } from './requestForm.ts'
import type { OperationResult } from './readyOperation.ts'

/** The keep-alive interval of event streams, and the limits on open streams per customer and in total. */
export type EventStreamConfig = Pick<GatewayConfig, 'keepAlive' | 'socketSubscriptions' | 'maximumSockets'>

/** Maximum interval in ms between two checks of all streams. */
const maximumCheckInterval = 1_000
/** `Retry-After` in seconds for a caller with too many streams. */
const retrySeconds = 5
const streamType = 'text/event-stream'

/**
 * GraphQL over server-sent events, one operation per request ("distinct connections" mode of graphql-sse). If the
 * subscription's events have cursors, they are sent as event ids, and a request with `Last-Event-ID` resumes after that
 * event.
 */
export class EventStreams {
  readonly #operations: Operations
  readonly #config: EventStreamConfig
  readonly #open = new Set<EventStream>()
  /** The number of open streams per caller. */
  readonly #counts = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(operations: Operations, config: EventStreamConfig) {
    this.#operations = operations
    this.#config = config
    this.#timer = setInterval(() => this.#checkAll(), Math.min(maximumCheckInterval, config.keepAlive)).unref()
  }

  /** Whether the client prefers an event stream to the other media types that the endpoint offers. */
  isRequestedBy({ headers }: FastifyRequest): boolean {
    const { accept } = headers
    return accept !== undefined && accept.includes(streamType) && preferredType(accept) === streamType
  }

  /**
   * Responds to a request with the operation's events. The caller must already be admitted.
   * @throws RATE_LIMITED, OVERLOADED when too many streams are open
   */
  async answer(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<FastifyReply | undefined> {
    const operationRequest = requestOf(request)
    if (!operationRequest) return refuseRequest(reply, 400, formMessage)
    const ready = await this.#operations.prepare(operationRequest, caller)
    if (isErrors(ready)) {
      this.#begin(reply, caller).finish({ errors: ready })
      return undefined
    }
    if (request.method === 'GET' && ready.args.operation.operation === 'mutation') {
      ready.refuse(badInput(mutationByGetMessage))
      return refuseRequest(reply.header('allow', 'POST'), 405, mutationByGetMessage)
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

  /** Closes all streams without a `complete` event, so that clients reconnect and resume. */
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
    return refusal('RATE_LIMITED', `No more than ${limit} event streams may be open at once.`, retrySeconds)
  }

  #count(caller: Caller, change: number): void {
    const name = nameOf(caller)
    const count = (this.#counts.get(name) ?? 0) + change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }

  #checkAll(): void {
    const now = Date.now()
    for (const stream of this.#open) stream.check(now, this.#config.keepAlive)
  }
}

/** The response to one request. */
class EventStream {
  readonly #response: ServerResponse
  readonly #caller: Caller
  #results: AsyncIterator<ExecutionResult> | undefined
  #lastWrite = Date.now()
  #isOver = false

  constructor(response: ServerResponse, caller: Caller) {
    this.#response = response
    this.#caller = caller
    // A first comment shows clients and proxies that the stream is open.
    response.write(':\n\n')
  }

  /** Writes results as they arrive. Waits while the client reads too slowly (backpressure). */
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

  /** Ends the stream with a `complete` event, after an optional last result. */
  finish(last?: ExecutionResult): void {
    if (this.#isOver) return
    this.stop()
    this.#response.end(`${last ? eventOf(last) : ''}event: complete\ndata:\n\n`)
  }

  breakOff(): void {
    this.stop()
    this.#response.end()
  }

  /** Stops the operation. */
  stop(): void {
    this.#isOver = true
    this.#results?.return?.().catch(() => undefined)
  }

  /** Ends the stream when the token has expired, else sends a keep-alive comment when one is due. */
  check(now: number, keepAlive: number): void {
    const { viewer, correlationId } = this.#caller
    const isStuck = this.#response.writableNeedDrain
    if (viewer && viewer.expires <= now) {
      this.finish({ errors: [codedError('UNAUTHENTICATED', 'The access token has expired.', correlationId)] })
      if (isStuck) this.#response.destroy()
    } else if (!isStuck && !this.#isOver && now - this.#lastWrite >= keepAlive) {
      this.#lastWrite = now
      this.#response.write(':\n\n')
    }
  }

  #write(text: string): Promise<void> | void {
    this.#lastWrite = Date.now()
    if (this.#response.write(text)) return undefined
    return new Promise((resolve) => {
      const proceed = () => {
        this.#response.off('drain', proceed).off('close', proceed)
        resolve()
      }
      this.#response.on('drain', proceed).on('close', proceed)
    })
  }
}

function nameOf({ viewer, address }: Caller): string {
  return viewer?.accountId ?? address
}

function eventOf(result: ExecutionResult, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: next\ndata: ${JSON.stringify(result)}\n\n`
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
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
      context.addIssue('This is not valid JSON.')
      return z.NEVER
    }
  })
  .pipe(object)
  .optional()
const query = z.object({ query: text, operationName: text, variables: json, extensions: json })

function requestOf(request: FastifyRequest): OperationRequest | undefined {
  return request.method === 'GET' ? query.safeParse(request.query).data : body.safeParse(request.body).data
}

/** The offered media type with the highest weight in `Accept`. Of two with the same weight, the first. */
function preferredType(accept: string): string | undefined {
  const offered = [streamType, 'application/json', 'application/graphql-response+json', 'multipart/mixed', '*/*']
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, weight: weight === undefined ? 1 : Number(weight) }
  })
  const acceptable = ranges.filter(({ type, weight }) => weight > 0 && offered.includes(type))
  return acceptable.toSorted((one, other) => other.weight - one.weight)[0]?.type
}

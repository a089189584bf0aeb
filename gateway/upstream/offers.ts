import { z } from 'zod'
import { UpstreamError } from '../errors/upstreamError.ts'
import { ownCall } from './ownCall.ts'
import { path } from './path.ts'
import type { Upstream } from './upstream.ts'
import { wireSchema } from './wireSchema.ts'

/** The paths of a service by their methods, as in its OpenAPI document. */
const wireDocument = wireSchema(z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }))

/** An operation of an OpenAPI document. */
const wireOperation = wireSchema(z.object({ parameters: z.array(z.object({ name: z.string() })) }))

type Paths = z.infer<typeof wireDocument.zod>['paths']

/** Timeout (ms) for reading the document. */
const readTimeout = 2_000
/** How long (ms) the document counts as fresh. A stale document is used while a new one is read. */
const freshTime = 5 * 60_000

/**
 * A call beyond the specification: its method and its path in the OpenAPI document. With a parameter: a call of the
 * specification that our own service offers with this additional parameter.
 */
export type OfferedCall = readonly [method: 'get' | 'post' | 'put', path: string, parameter?: string]

/**
 * The calls that a service offers beyond the specification, from the OpenAPI document below its base URL. A service
 * without a document offers none. Shared by all operations (docs/decisions/0214).
 */
export class Offers {
  readonly #upstream: Upstream
  #known: Document | undefined
  #reading: Promise<Document> | undefined

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  /**
   * Whether the service offers the call.
   * @throws UpstreamError when the document cannot be read and no earlier document is cached
   */
  async has(call: OfferedCall): Promise<boolean> {
    const known = this.#known
    if (!known || performance.now() - known.readAt > freshTime) this.#read()
    const document = known ?? (await this.#reading)
    return document?.lists(call) ?? false
  }

  /**
   * Makes a call that not every service offers.
   * @returns undefined when the service does not offer the call
   */
  async ask<Answer>(call: OfferedCall, make: () => Promise<Answer>): Promise<Answer | undefined> {
    if (!(await this.has(call))) return undefined
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof UpstreamError) || !isAbsence(error, call)) throw error
      // The document lists this call, so the service that sent the document has been replaced by another one.
      this.#known = undefined
      return undefined
    }
  }

  /** True when the service is known not to offer the call. Makes no request. */
  lacks(call: OfferedCall): boolean {
    return this.#known !== undefined && !this.#known.lists(call)
  }

  #read(): void {
    this.#reading ??= this.#fetch().finally(() => {
      this.#reading = undefined
    })
    // Callers that use a stale document do not wait for this promise, so its failure must be handled here.
    this.#reading.catch(() => undefined)
  }

  async #fetch(): Promise<Document> {
    const call = { path: path`/openapi.json`, answer: wireDocument }
    const paths = await this.#upstream.call(call, ownCall(readTimeout)).then(
      (document) => document.paths,
      (error: unknown) => {
        // Without a document, the gateway searches lists instead of looking up ids. That would make an outage worse, so
        // an outage does not count as "no document".
        if (!(error instanceof UpstreamError) || isOutage(error)) throw error
        return {}
      },
    )
    this.#known = new Document(paths)
    return this.#known
  }
}

/** A document that was read. */
class Document {
  /** On the clock of `performance.now()`. */
  readonly readAt = performance.now()
  readonly #paths: Paths
  /** Caches the results of `lists`: all operations ask about the same few calls. */
  readonly #found = new Map<OfferedCall, boolean>()

  constructor(paths: Paths) {
    this.#paths = paths
  }

  lists(call: OfferedCall): boolean {
    const known = this.#found.get(call)
    if (known !== undefined) return known
    const isListed = this.#look(call)
    this.#found.set(call, isListed)
    return isListed
  }

  #look([method, route, parameter]: OfferedCall): boolean {
    const operation = this.#paths[route]?.[method]
    if (parameter === undefined || operation === undefined) return operation !== undefined
    return wireOperation.accepts(operation) && operation.parameters.some(({ name }) => name === parameter)
  }
}

/**
 * True if the error means that the service does not have the call: a 405, or a 404 for a path without an id. If the
 * path has an id, a 404 may mean that the object is missing.
 */
function isAbsence({ status, code }: UpstreamError, [, route]: OfferedCall): boolean {
  return status === 405 || (code === 'NOT_FOUND' && !route.includes('{'))
}

function isOutage({ code, status }: UpstreamError): boolean {
  if (code === 'UPSTREAM_TIMEOUT' || code === 'RATE_LIMITED') return true
  return code === 'UPSTREAM_UNAVAILABLE' && (status === undefined || status === 502 || status === 503)
}

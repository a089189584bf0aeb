import type { FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import { accountOf, callerOf, recentSignInRequired } from '../../platform/access.ts'
import { UpstreamError } from '../../platform/http.ts'
import type { Account, CalledService, Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'

/** For all calls of one file together. The gateway waits for 8.5 s. */
const deadlineMilliseconds = 8_000

interface DataCall<Answer> {
  /** Below the base URL of the service. */
  readonly path: string
  /** Sent as JSON by POST. Undefined: the call is a GET. */
  readonly body?: unknown
  readonly answer: ZodType<Answer>
}

/** The calls to other services for the file of one customer, with the customer's token. Together they have one deadline. */
export class DataCaller {
  readonly account: Account
  readonly #platform: Platform
  readonly #caller: ReturnType<typeof callerOf>
  readonly #end = performance.now() + deadlineMilliseconds

  constructor(platform: Platform, request: FastifyRequest) {
    this.account = accountOf(request)
    this.#platform = platform
    this.#caller = callerOf(request)
  }

  /**
   * Makes a call.
   * @throws Problem 403 if the sign-in has ended, 424 if there is no usable answer: then there must be no file, because
   * it would lack a part
   */
  async read<Answer>(service: CalledService, { path, body, answer }: DataCall<Answer>): Promise<Answer> {
    const url = `${this.#platform.config.urls[service]}${path}`
    const left = Math.max(1, Math.round(this.#end - performance.now()))
    const method = body === undefined ? 'GET' : 'POST'
    try {
      return await this.#platform.http.call({
        ...this.#caller,
        url,
        method,
        deadlineMilliseconds: left,
        answer,
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.status === 401 || error.code === recentSignInRequired) {
        throw new Problem(403, recentSignInRequired, 'Sign in again: this sign-in has ended.')
      }
      const { correlationId } = this.#caller
      this.#platform.log.warn({ err: error, correlationId }, 'a service did not give its part of the personal data')
      throw unavailable(`The ${service} service does not give its part. Try again later.`, error)
    }
  }

  /** The same for something that may not exist: null for the status 404 of our services. */
  async find<Answer>(service: CalledService, call: DataCall<Answer>): Promise<Answer | null> {
    try {
      return await this.read(service, call)
    } catch (error) {
      const { cause } = error instanceof Problem ? error : {}
      if (cause instanceof UpstreamError && cause.status === 404 && cause.code === 'NOT_FOUND') return null
      throw error
    }
  }
}

/** 424, and not 503: this service works, so the gateway must not stop calling it. */
export function unavailable(detail: string, cause?: unknown): Problem {
  const problem = new Problem(424, 'DATA_UNAVAILABLE', detail)
  problem.cause = cause
  return problem
}

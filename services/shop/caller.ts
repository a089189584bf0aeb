import type { FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import { accountOf, callerOf } from '../platform/access.ts'
import { UpstreamError } from '../platform/http.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'

/** The services that the shop calls. */
type Called = 'orders' | 'photos' | 'vouchers'

/** The deadline for all calls of one request together. The gateway waits for 5 s. */
const deadlineMilliseconds = 4_500

interface Call<Answer> {
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** Below the base URL of the service. */
  readonly path: string
  readonly body?: unknown
  readonly idempotencyKey?: string
  /** Who calls: the customer with the token, or the shop with the secret of the services. */
  readonly as: 'customer' | 'shop'
  readonly answer: ZodType<Answer>
  /**
   * How long (ms) to wait for this call, if the request can continue without its answer. Default: the rest of the
   * deadline.
   */
  readonly maximumWaitMilliseconds?: number
  /**
   * Called if the service refuses the call. Turns the code of the problem into an answer, or throws. If it returns
   * undefined, the call fails with 503.
   */
  readonly refused?: (code: string | null) => Answer | undefined
}

/** The calls to other services that one request of a customer needs. Together they have one deadline. */
export class Caller {
  readonly accountId: string
  readonly #platform: Platform
  readonly #caller: ReturnType<typeof callerOf>
  readonly #end = performance.now() + deadlineMilliseconds

  constructor(platform: Platform, request: FastifyRequest) {
    this.#platform = platform
    this.accountId = accountOf(request).id.toLowerCase()
    this.#caller = callerOf(request)
  }

  /**
   * Makes a call.
   * @throws Problem 503 `<SERVICE>_UNAVAILABLE` if there is no usable answer. The caller can repeat its request
   */
  async call<Answer>(
    service: Called,
    { path, as, refused, maximumWaitMilliseconds = Number.POSITIVE_INFINITY, ...call }: Call<Answer>,
  ): Promise<Answer> {
    const { token, correlationId } = this.#caller
    try {
      return await this.#platform.http.call({
        ...call,
        url: `${this.#platform.config.urls[service]}${path}`,
        correlationId,
        deadlineMilliseconds: Math.max(1, Math.round(Math.min(this.#end - performance.now(), maximumWaitMilliseconds))),
        ...(as === 'shop' ? { asService: true } : { token }),
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const result = error.reason === 'status' ? refused?.(error.code) : undefined
      if (result !== undefined) return result
      this.#platform.log.warn({ err: error, correlationId }, 'a service did not answer the shop')
      throw unavailable(service)
    }
  }
}

function unavailable(service: Called): Problem {
  const detail = `The ${service} service does not answer. Nothing is lost: repeat the request with the same key.`
  return new Problem(503, `${service.toUpperCase()}_UNAVAILABLE`, detail)
}

import { Readable } from 'node:stream'
import { correlationHeader } from '../../http/correlation.ts'
import type { HttpClient } from './platform.ts'
import { serviceHeader } from './serviceCalls.ts'

const defaultDeadlineMilliseconds = 5_000

/** A call to another service that got no usable answer. */
export class UpstreamError extends Error {
  readonly reason: 'timeout' | 'unreachable' | 'status' | 'invalid'
  /** Null if there was no answer. */
  readonly status: number | null
  /** The `code` of the problem, if the answer was one. */
  readonly code: string | null

  constructor(
    reason: UpstreamError['reason'],
    message: string,
    answer: { status?: number; code?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: answer.cause })
    this.name = 'UpstreamError'
    this.reason = reason
    this.status = answer.status ?? null
    this.code = answer.code ?? null
  }
}

/**
 * Makes calls between services over HTTP, each with a deadline.
 * @param secret proves that the caller is one of our services
 */
export function createHttpClient(secret: string): HttpClient {
  return {
    async call({ url, method = 'GET', body, content, answer, deadlineMilliseconds, ...caller }) {
      const headers = callerHeaders(caller, secret)
      if (body !== undefined) headers['content-type'] = 'application/json'
      if (content !== undefined) headers['content-type'] = 'application/octet-stream'
      const called = `${method} ${withoutQuery(url)}`
      const { status, text } = await send(called, url, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMilliseconds ?? defaultDeadlineMilliseconds),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Node's type of web streams is not the DOM type that `fetch` expects.
        ...(content === undefined ? {} : { body: Readable.toWeb(content) as ReadableStream, duplex: 'half' as const }),
      })
      const answered = parseJson(text)
      if (status < 200 || status > 299) {
        throw new UpstreamError('status', `${called} answered ${status}.`, { status, code: codeOf(answered) })
      }
      const { success, data, error } = answer.safeParse(answered)
      if (!success)
        throw new UpstreamError('invalid', `${called} gave an answer that does not match its schema.`, {
          status,
          cause: error,
        })
      return data
    },
  }
}

type Caller = Pick<Parameters<HttpClient['call']>[0], 'token' | 'asService' | 'correlationId' | 'idempotencyKey'>

/** The headers that say who makes a call, and which call it is. */
function callerHeaders(
  { token, asService, correlationId, idempotencyKey }: Caller,
  secret: string,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    // The secret is also sent with a token. The called service then does not check the scopes of the token, because a
    // service may need more data than the customer's client may read itself.
    ...((asService || token !== undefined) && { [serviceHeader]: secret }),
    ...(correlationId !== undefined && { [correlationHeader]: correlationId }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

async function send(called: string, url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    throw isLate
      ? new UpstreamError('timeout', `${called} did not answer in time.`, { cause })
      : new UpstreamError('unreachable', `${called} could not be reached.`, { cause })
  }
}

/** Removes the query, which may hold a signature: signatures must not reach the logs. */
function withoutQuery(url: string): string {
  return url.split('?')[0] ?? url
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(content: unknown): string | null {
  const hasCode =
    typeof content === 'object' && content !== null && 'code' in content && typeof content.code === 'string'
  return hasCode ? String(content.code) : null
}

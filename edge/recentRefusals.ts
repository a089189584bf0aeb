import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { addressGroup } from '../http/addressGroup.ts'
import { refusedAddressHeader } from '../http/refusedAddress.ts'

/**
 * Maximum number of remembered refusals. Beyond it, the least recent one is forgotten: its calls are forwarded again.
 */
const maximumRefusals = 10_000
/**
 * The longest time (s) for which a refusal is repeated. A wrong `Retry-After` of a service must not lock callers out.
 */
const longestSeconds = 10

/** A part's refusal, as the edge repeats it. */
export interface Refusal {
  /** The `Retry-After` (s) of an answer that is sent now. */
  readonly retryAfterSeconds: number
  /** The CORS headers of the part's answer and its `Vary`, so that pages of other origins can read the refusal. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Remembers which callers a part has just refused because their address sends too many requests. Until the part would
 * admit the caller again, the edge refuses the same call itself. Such an answer takes a tenth of the processor time, so
 * other customers wait less (docs/decisions/0155).
 */
export class RecentRefusals {
  readonly #refusals: LRUCache<string, Refusal['headers']>

  /** @param now a monotonic clock in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#refusals = new LRUCache({
      maxSize: maximumRefusals,
      sizeCalculation: () => 1,
      ttlResolution: 0,
      perf: { now },
    })
  }

  /**
   * Remembers an answer if it refuses an address.
   * @param call from `callOf`
   */
  observe(call: string, answer: IncomingMessage): void {
    const seconds = Number(answer.headers['retry-after'])
    if (answer.statusCode !== 429 || answer.headers[refusedAddressHeader] === undefined || !(seconds > 0)) return
    this.#refusals.set(call, readableHeaders(answer.headers), { ttl: Math.min(seconds, longestSeconds) * 1_000 })
  }

  /** @returns undefined if the call must be forwarded */
  find(call: string): Refusal | undefined {
    const headers = this.#refusals.get(call)
    if (!headers) return undefined
    return { headers, retryAfterSeconds: Math.ceil(this.#refusals.getRemainingTTL(call) / 1_000) }
  }
}

/**
 * The key of a request: its method, path, caller and origin. The origin is included because the answer to another
 * origin has other headers.
 * @param request with its public path, and the header `x-forwarded-for` that is sent to the part
 */
export function callOf({ method, url = '', headers }: IncomingMessage): string {
  const address = String(headers['x-forwarded-for'])
  // A list of addresses is kept whole, because the parts decide which of them is the caller.
  const caller = address.includes(',') ? address : addressGroup(address)
  return [method, url.split('?')[0], caller, headers.origin].join(' ')
}

function readableHeaders(headers: IncomingHttpHeaders): Refusal['headers'] {
  const readable = Object.entries(headers).filter(([name]) => name === 'vary' || name.startsWith('access-control-'))
  return Object.fromEntries(readable.map(([name, value]) => [name, String(value)]))
}

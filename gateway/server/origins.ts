import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { codedError } from '../errors/codes.ts'
import { ownCall } from '../upstream/ownCall.ts'
import type { ClientFactories } from '../upstream/upstreams.ts'

/** Decides which web pages may use the API (docs/decisions/0208). */
export interface OriginPolicy {
  /**
   * Whether a page of this origin may use the API at this host. Never throws.
   * @param origin the Origin header. Undefined is allowed, because pages of other origins always send the header
   * @param host the requested host with its port, as in a browser's address bar
   */
  isAllowed(origin: string | undefined, host: string): Promise<boolean>
}

/** The dependencies of an origin policy. */
export interface OriginPolicyOptions {
  /** Origins that are always allowed, such as `https://app.example.com`. */
  readonly allowedOrigins: readonly string[]
  /** Whether the pages of a client of another team have this origin. */
  isOfClient?(origin: string): boolean
  /** Returns the origin of the brand at a host, null for a host of no brand. May fail: then only origins that were allowed before are allowed. */
  brandOriginAt(host: string): Promise<string | null>
  /** How long (ms) the result for an origin is cached. */
  readonly cacheTime?: number
}

/** Cache sizes. Unknown origins have a separate cache, so that they cannot evict brands. */
const [cachedBrands, cachedUnknownOrigins] = [200, 1_000]
/** Maximum number of concurrent lookups. While that many run, further unknown origins are rejected. */
const maximumLookUps = 8
const defaultCacheTime = 60_000
/** Timeout in ms for a call to the site service. */
const lookUpDeadline = 2_000

/** Allows an origin if the site service names it as the origin of the brand at that host. */
export function createOriginPolicy(options: OriginPolicyOptions): OriginPolicy {
  const ttl = options.cacheTime ?? defaultCacheTime
  const allowed = new Set(options.allowedOrigins)
  const unknownOrigins = new LRUCache<string, true>({ max: cachedUnknownOrigins, ttl })
  const brands = new LRUCache<string, true>({
    max: cachedBrands,
    ttl,
    allowStaleOnFetchRejection: true,
    fetchMethod: (origin) => lookUp(origin),
  })
  let lookUps = 0

  async function lookUp(origin: string): Promise<true | undefined> {
    lookUps += 1
    try {
      if ((await options.brandOriginAt(new URL(origin).host)) === origin) return true
      unknownOrigins.set(origin, true)
      return undefined
    } finally {
      lookUps -= 1
    }
  }

  return {
    async isAllowed(origin, host) {
      if (origin === undefined || isSameHost(origin, host) || allowed.has(origin)) return true
      if (options.isOfClient?.(origin)) return true
      if (!isOrigin(origin) || unknownOrigins.has(origin)) return false
      const wasKnown = brands.peek(origin, { allowStale: true }) === true
      if (!wasKnown && lookUps >= maximumLookUps) return false
      try {
        return (await brands.fetch(origin)) === true
      } catch {
        return false
      }
    },
  }
}

/** Asks the site service for the brand's origin, which is the origin of its upload URL. */
export function brandOriginBySite(site: ClientFactories['site']): OriginPolicyOptions['brandOriginAt'] {
  return async (host) => {
    const found = await site(ownCall(lookUpDeadline)).getSite(host)
    return found && new URL(found.uploadUrl).origin
  }
}

/** Asks the site service for the name of the brand at a host; empty for a host of no brand. */
export function brandNameBySite(site: ClientFactories['site']): (host: string) => Promise<string> {
  return async (host) => (await site(ownCall(lookUpDeadline)).getSite(host))?.name ?? ''
}

/** The request headers that a page of another origin may send, and the response headers that it may read. */
const [sentHeaders, readHeaders] = [
  'authorization, content-type, x-correlation-id, last-event-id, x-graphql-cost',
  'x-correlation-id, retry-after, www-authenticate, ratelimit, ratelimit-policy, x-schema-hash',
]
const preflightSeconds = '600'

/** The dependencies of the hook that checks origins. */
export interface OriginCheckOptions {
  readonly policy: OriginPolicy
  /** The methods that carry operations. */
  readonly methods: readonly string[]
  /** Returns the requested host. */
  readonly hostOf: (request: FastifyRequest) => string
  readonly onRefused: () => void
}

/**
 * A hook for the API routes. Rejects requests and sockets from pages of foreign origins before anything is read or run.
 * Lets pages of allowed origins read the response, and answers preflight requests.
 */
export function checkOrigin({ policy, methods, hostOf, onRefused }: OriginCheckOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    const isPreflight = request.method === 'OPTIONS'
    if (origin !== undefined) {
      const isAllowed = await policy.isAllowed(origin, hostOf(request))
      // The client has disconnected meanwhile, so its address is unknown and nothing can be answered.
      if (request.raw.socket.destroyed) return reply.hijack()
      if (!isAllowed) {
        onRefused()
        const message =
          'Pages of this origin may not use this API. The operator of the API can allow them (ALLOWED_ORIGINS).'
        return reply.code(403).send({ errors: [codedError('FORBIDDEN', message, request.id)] })
      }
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readHeaders })
    }
    if (!isPreflight) return undefined
    const preflight = {
      allow: [...methods, 'OPTIONS'].join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': preflightSeconds,
    }
    return reply.code(204).headers(preflight).send()
  }
}

/** Ignores default ports on both sides. */
function isSameHost(origin: string, host: string): boolean {
  if (origin === `http://${host}` || origin === `https://${host}`) return true
  if (!isOrigin(origin)) return false
  const { protocol, host: own } = new URL(origin)
  return own === URL.parse(`${protocol}//${host}`)?.host
}

/** Whether the text is an http(s) origin as browsers send it: scheme, host and port only. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/]{1,255}$/.test(text) && URL.parse(text)?.origin === text
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { codedError } from '../errors/codes.ts'
import { ownCall } from '../upstream/ownCall.ts'
import type { ClientFactories } from '../upstream/upstreams.ts'

/** Says which web pages may use the API (docs/decisions/0208). */
export interface OriginPolicy {
  /**
   * Whether a page of this origin may use the API that was asked for at this host. Never throws.
   * @param origin the Origin header; undefined, not sent by a browser's page, is allowed
   * @param host the host that was asked, with its port, as in a browser's address bar
   */
  isAllowed(origin: string | undefined, host: string): Promise<boolean>
}

/** What an origin policy stands on. */
export interface OriginPolicyOptions {
  /** Origins that are always allowed, such as `https://app.example.com`. */
  readonly allowedOrigins: readonly string[]
  /** The origin of the brand that is shown at a host. May fail: then nobody is let in that was not before. */
  brandOriginAt(host: string): Promise<string>
  /** Milliseconds after which a brand's host, or a stranger, is looked up again. */
  readonly memory?: number
}

/** How many origins are remembered: strangers apart, so that they cannot push out brands. */
const [rememberedBrands, rememberedStrangers] = [200, 1_000]
/** How many origins are looked up at a time; a page beyond them is refused for now. */
const lookUpsAtOnce = 8
const defaultMemory = 60_000
/** Milliseconds that the site service has to tell where a brand lives. */
const lookUpDeadline = 2_000

/** An origin is a brand's own when the brand that is shown at its host says that it lives there. */
export function createOriginPolicy(options: OriginPolicyOptions): OriginPolicy {
  const ttl = options.memory ?? defaultMemory
  const allowed = new Set(options.allowedOrigins)
  const strangers = new LRUCache<string, true>({ max: rememberedStrangers, ttl })
  const brands = new LRUCache<string, true>({
    max: rememberedBrands,
    ttl,
    allowStaleOnFetchRejection: true,
    fetchMethod: (origin) => lookUp(origin),
  })
  let lookUps = 0

  async function lookUp(origin: string): Promise<true | undefined> {
    lookUps += 1
    try {
      if ((await options.brandOriginAt(new URL(origin).host)) === origin) return true
      strangers.set(origin, true)
      return undefined
    } finally {
      lookUps -= 1
    }
  }

  return {
    async isAllowed(origin, host) {
      if (origin === undefined || isSameHost(origin, host) || allowed.has(origin)) return true
      if (!isOrigin(origin) || strangers.has(origin)) return false
      const wasKnown = brands.peek(origin, { allowStale: true }) === true
      if (!wasKnown && lookUps >= lookUpsAtOnce) return false
      try {
        return (await brands.fetch(origin)) === true
      } catch {
        return false
      }
    },
  }
}

/** Asks the site service where the brand of a host lives: its uploads go to its own host. */
export function brandOriginBySite(site: ClientFactories['site']): OriginPolicyOptions['brandOriginAt'] {
  return async (host) => {
    const { uploadUrl } = await site(ownCall(lookUpDeadline)).getSite(host)
    return new URL(uploadUrl).origin
  }
}

/** The headers that a page of another origin may send, and those of an answer that it may read. */
const [sentHeaders, readHeaders] = [
  'authorization, content-type, x-correlation-id, last-event-id',
  'x-correlation-id, retry-after, www-authenticate',
]
const preflightSeconds = '600'

/**
 * A hook for the routes of the API: refuses what a foreign page sends, sockets included, before anything is read or
 * run, lets an allowed one read the answer, and answers preflights.
 * @param hostOf the host that the caller asked
 */
export function checkOrigin(policy: OriginPolicy, hostOf: (request: FastifyRequest) => string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    const isPreflight = request.method === 'OPTIONS'
    if (origin !== undefined) {
      if (!(await policy.isAllowed(origin, hostOf(request)))) {
        const message = 'Pages of this origin may not use this API, unless its operator lets them (ALLOWED_ORIGINS).'
        return reply.code(403).send({ errors: [codedError('FORBIDDEN', message, request.id)] })
      }
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readHeaders })
    }
    if (!isPreflight) return undefined
    const preflight = {
      allow: 'GET, POST, OPTIONS',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': preflightSeconds,
    }
    return reply.code(204).headers(preflight).send()
  }
}

/** Ports that a scheme implies are left out on both sides. */
function isSameHost(origin: string, host: string): boolean {
  if (origin === `http://${host}` || origin === `https://${host}`) return true
  if (!isOrigin(origin)) return false
  const { protocol, host: own } = new URL(origin)
  return own === URL.parse(`${protocol}//${host}`)?.host
}

/** Whether it is what a browser sends for a page of the web: scheme, host and port, and nothing else. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/]{1,255}$/.test(text) && URL.parse(text)?.origin === text
}

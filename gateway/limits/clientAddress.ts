import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/**
 * One cache per server. The key of an entry is the address of the connection and the header `X-Forwarded-For`; the
 * value is the client's address.
 */
const known = new WeakMap<FastifyRequest['server'], LRUCache<string, string>>()
const rememberedAddresses = 10_000
/**
 * Maximum length, in characters, of a header whose result is cached. The addresses of a client and of some proxies fit.
 */
const longestHeader = 200

/**
 * The IP address of the client. Behind trusted proxies, it is taken from `X-Forwarded-For`. `request.ip` parses all
 * addresses to find the trusted ones, which takes longer than the checks of all limits together. So `request.ip` is
 * read only if that header is present, and its result is remembered.
 */
export function clientAddress(request: FastifyRequest): string {
  const forwarded = request.headers['x-forwarded-for']
  const { remoteAddress } = request.socket
  if (forwarded === undefined) return remoteAddress ?? request.ip
  if (typeof forwarded !== 'string' || forwarded.length > longestHeader) return request.ip
  const addresses = addressesOf(request.server)
  const key = `${remoteAddress} ${forwarded}`
  const remembered = addresses.get(key)
  if (remembered !== undefined) return remembered
  const { ip } = request
  addresses.set(key, ip)
  return ip
}

/** Each server has its own cache, because it has its own trusted proxies. */
function addressesOf(server: FastifyRequest['server']): LRUCache<string, string> {
  const addresses =
    known.get(server) ?? new LRUCache<string, string>({ maxSize: rememberedAddresses, sizeCalculation: () => 1 })
  known.set(server, addresses)
  return addresses
}

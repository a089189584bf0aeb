import { LRUCache } from 'lru-cache'
import type { ZodType } from 'zod'
import type { Account, Platform } from './platform.ts'

/**
 * Reads fields of the public config of a brand. `host` is the host of the brand, as in a browser's address bar.
 * @throws UpstreamError if the site service fails and nothing is cached
 */
export type ReadSiteConfig<Config> = (host: string) => Promise<Config>

const maximumCached = 1_000
const cacheMilliseconds = 60_000
const deadlineMilliseconds = 2_000

/** Reads from the site service. A config is cached for a minute, and longer while the site service fails. */
export function createSiteConfig<Config extends object>(
  { config, http, log }: Pick<Platform, 'config' | 'http' | 'log'>,
  answer: ZodType<Config>,
): ReadSiteConfig<Config> {
  const cache = new LRUCache<string, Config>({
    max: maximumCached,
    ttl: cacheMilliseconds,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    allowStaleOnFetchRejection: true,
    async fetchMethod(host) {
      const url = `${config.urls.site}/config.json?host=${encodeURIComponent(host)}`
      try {
        return await http.call({ url, answer, deadlineMilliseconds })
      } catch (error) {
        log.warn({ err: error }, 'the config of a brand cannot be read')
        throw error
      }
    },
  })
  return async (host) => cache.forceFetch(host)
}

/**
 * The host of the brand on whose site the customer has signed in: its sign-in client is `<brand>-web`. Null for other
 * clients, which have no brand.
 */
export function brandHostOf({ clientId }: Pick<Account, 'clientId'>, publicUrl: string): string | null {
  const brand = /^([a-z0-9-]+)-web$/.exec(clientId ?? '')?.[1]
  return brand === undefined ? null : `${brand}.${new URL(publicUrl).host}`
}

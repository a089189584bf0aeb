import { z } from 'zod'
import type { Account, Platform } from '../platform/platform.ts'
import { createSiteConfig } from '../platform/siteConfig.ts'

/** Returns the origin of a brand's site, as browsers use it. An unknown brand has the origin of the product. */
export type FindOrigin = (brand: string | null) => Promise<string>

const config = z.object({ uploadUrl: z.url() })

/** Reads origins from the site service. While it fails and nothing is cached, all brands have the product's origin. */
export function createOrigins(platform: Platform): FindOrigin {
  const { publicUrl } = platform.config
  const { host, origin } = new URL(publicUrl)
  const readConfig = createSiteConfig(platform, config)
  return async (brand) => {
    if (brand === null) return origin
    try {
      return new URL((await readConfig(`${brand}.${host}`)).uploadUrl).origin
    } catch {
      // The product's origin shows every book too. `createSiteConfig` has logged the failure.
      return origin
    }
  }
}

/** The address of a book for browsers. */
export function bookUrl(origin: string, token: string): string {
  return `${origin}/books/${token}`
}

/** The key of the brand on whose site the customer has signed in. Null for other clients, which have no brand. */
export function brandOf({ clientId }: Pick<Account, 'clientId'>): string | null {
  return /^([a-z0-9-]+)-web$/.exec(clientId ?? '')?.[1] ?? null
}

import { z } from 'zod'
import { createSiteConfig } from '../platform/siteConfig.ts'
import type { Platform } from '../platform/platform.ts'

/** Whether pages of an origin may call storage. Never throws. */
export type OriginCheck = (origin: string) => Promise<boolean>

const brandSchema = z.object({ uploadUrl: z.url() })

/**
 * Allows the product itself, its brands, and the origins that the operator allows. A sub-domain belongs to a brand if
 * the upload URL that the site service returns for the sub-domain has the same origin. While the site service fails,
 * only brands that were allowed before are allowed.
 */
export function createOriginCheck(platform: Pick<Platform, 'config' | 'http' | 'log'>): OriginCheck {
  const { publicUrl, allowedOrigins } = platform.config
  const own = new URL(publicUrl)
  const allowed = new Set([own.origin, ...allowedOrigins])
  const readConfig = createSiteConfig(platform, brandSchema)
  return async (origin) => {
    if (allowed.has(origin)) return true
    const other = URL.parse(origin)
    if (other?.origin !== origin || !other.hostname.endsWith(`.${own.hostname}`)) return false
    return readConfig(other.host).then(
      ({ uploadUrl }) => new URL(uploadUrl).origin === origin,
      () => false,
    )
  }
}

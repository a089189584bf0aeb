import type { Platform } from '../platform/platform.ts'

/** Whether pages of an origin may call storage. */
export type OriginCheck = (origin: string) => boolean

/**
 * Allows the product itself, its brands, and the origins that the operator allows. Other sub-domains are foreign, such
 * as a wiki's.
 */
export function createOriginCheck({ config, brands }: Pick<Platform, 'config' | 'brands'>): OriginCheck {
  const allowed = new Set([new URL(config.publicUrl).origin, ...config.allowedOrigins])
  return (origin) => allowed.has(origin) || brands.all().some(({ origins }) => origins.includes(origin))
}

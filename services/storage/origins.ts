import type { PlatformConfig } from '../platform/platform.ts'

/** True for the product itself, the sub-domains of its brands, and the origins that the operator allows. */
export function isAllowedOrigin(
  { publicUrl, allowedOrigins }: Pick<PlatformConfig, 'publicUrl' | 'allowedOrigins'>,
  origin: string,
): boolean {
  if (allowedOrigins.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const own = new URL(publicUrl)
  const other = new URL(origin)
  const isSameHost = other.hostname === own.hostname || other.hostname.endsWith(`.${own.hostname}`)
  return isSameHost && other.protocol === own.protocol && other.port === own.port
}

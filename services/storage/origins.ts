/** True if pages of this origin may call storage: the product itself and the sub-domains of its brands. */
export function isOwnOrigin(publicUrl: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const own = new URL(publicUrl)
  const other = new URL(origin)
  const isSameHost = other.hostname === own.hostname || other.hostname.endsWith(`.${own.hostname}`)
  return isSameHost && other.protocol === own.protocol && other.port === own.port
}

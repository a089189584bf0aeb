/** Whether a page of this origin may talk to storage: the product itself and its brands' sub-domains. */
export function isOwnOrigin(publicUrl: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const own = new URL(publicUrl)
  const other = new URL(origin)
  const isSameHost = other.hostname === own.hostname || other.hostname.endsWith(`.${own.hostname}`)
  return isSameHost && other.protocol === own.protocol && other.port === own.port
}

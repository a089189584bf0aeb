import { type Brand, brands } from './brands.ts'

/**
 * The brand of a host, whatever its port and case. A first label such as `lumina.` selects the brand, so
 * `lumina.localhost` and `lumina.example.com` belong to the same brand. Every other host belongs to the first brand.
 * @param host as in a browser's address bar: `lumina.localhost:4000`
 */
export function brandOfHost(host: string): Brand {
  const [label = '', ...rest] = host.toLowerCase().split('.')
  return brands.find(({ subdomain }) => rest.length > 0 && subdomain === label) ?? brands[0]
}

/** The origin of a brand's site: `http://lumina.localhost:4000`. */
export function originOf({ subdomain }: Brand, publicUrl: string): string {
  const url = new URL(publicUrl)
  if (subdomain !== null) url.host = `${subdomain}.${url.host}`
  return url.origin
}

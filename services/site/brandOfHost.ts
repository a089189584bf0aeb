import { type Brand, brands } from './brands.ts'

/**
 * The brand that lives on a host, whatever its port and case. `<brand>.` before any name is that brand's, so that
 * `lumina.localhost` and `lumina.example.com` are; every other host is the first brand's.
 * @param host as in a browser's address bar: `lumina.localhost:4000`
 */
export function brandOfHost(host: string): Brand {
  const [label = '', ...rest] = host.toLowerCase().split('.')
  return brands.find(({ subdomain }) => rest.length > 0 && subdomain === label) ?? brands[0]
}

/** Where a brand lives: `http://lumina.localhost:4000`. */
export function originOf({ subdomain }: Brand, publicUrl: string): string {
  const url = new URL(publicUrl)
  if (subdomain !== null) url.host = `${subdomain}.${url.host}`
  return url.origin
}

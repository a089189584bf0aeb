import { isIPv6 } from 'node:net'

const groups = 8
/** Providers assign a /64 network (four groups of 16 bits) per customer, who can use any address in it. */
const networkGroups = 4

/** The key by which an address is limited: an IPv4 address itself, or the /64 network of an IPv6 address. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = partsOf(head)
  const after = partsOf(tail ?? '')
  const zeros = Array.from({ length: Math.max(0, groups - before.length - after.length) }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, networkGroups)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

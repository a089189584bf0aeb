import { isIPv6 } from 'node:net'

/**
 * The key by which an address is limited: an IPv4 address itself, or the /64 network of an IPv6 address, because one
 * customer usually has all of its 2^64 addresses.
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail = ''] = address.split('::')
  const groups = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const [before = [], after = []] = groups
  const middle = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...middle, ...after].slice(0, 4).join(':')
}

const groups = 8
/** A customer is given a network of so many groups of 16 bits, and may take any address in it. */
const networkGroups = 4

/** Who an address is counted as: an IPv4 address by itself, an IPv6 address by its network of /64. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address
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

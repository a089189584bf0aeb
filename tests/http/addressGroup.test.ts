import { describe, expect, test } from 'vitest'
import { addressGroup } from '../../http/addressGroup.ts'

describe('an address is counted', () => {
  test.each([
    ['by itself if it is IPv4', '203.0.113.9', '203.0.113.9'],
    ['as IPv4 if it is an IPv4-mapped IPv6 address', '::ffff:203.0.113.9', '203.0.113.9'],
    ['by its /64 network if it is IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same in every notation', '2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['with expanded zeros', '2001:db8::6', '2001:db8:0:0::/64'],
    ['with leading zeros', '::1', '0:0:0:0::/64'],
    ['by itself if it is not an address', 'unknown:', 'unknown:'],
    ['without its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s', (_what, address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})

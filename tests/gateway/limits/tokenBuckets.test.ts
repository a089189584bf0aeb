import { describe, expect, test } from 'vitest'
import { addressGroup } from '../../../gateway/limits/addressGroup.ts'
import { TokenBuckets } from '../../../gateway/limits/tokenBuckets.ts'

describe('a token bucket', () => {
  const limit = { burst: 3, rate: 2 }

  test('gives its burst at once, and then says how long to wait', () => {
    const buckets = new TokenBuckets(limit, () => 1_000_000)
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1])
  })

  test('gives as many as its rate in the long run', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    let given = 0
    for (; now < 1_010_000; now += 10) if (buckets.take('a') === 0) given += 1
    expect(given).toBe(3 + 10 * 2 - 1)
  })

  test('is full again after a rest, and no fuller', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    for (let count = 0; count < 4; count += 1) buckets.take('a')
    now += 3_600_000
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1])
  })

  test('does not make the next wait longer for what was refused', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    for (let count = 0; count < 100; count += 1) buckets.take('a')
    now += 500
    expect(buckets.take('a')).toBe(0)
  })

  test('is one per key', () => {
    const buckets = new TokenBuckets({ burst: 1, rate: 1 }, () => 1_000_000)
    expect([buckets.take('a'), buckets.take('b'), buckets.take('a')]).toEqual([0, 0, 1])
  })

  test('takes no more memory for very many keys than for those that are remembered', () => {
    const buckets = new TokenBuckets({ burst: 1, rate: 1 }, () => 1_000_000)
    for (let key = 0; key < 150_000; key += 1) buckets.take(`key ${key}`)
    expect(buckets.size).toBe(50_000)
    expect([buckets.take('key 149999'), buckets.take('key 0')]).toEqual([1, 0])
  })
})

describe('an address is counted', () => {
  test.each([
    ['by itself when it is IPv4', '203.0.113.9', '203.0.113.9'],
    ['as IPv4 when it is that in IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['by its network of /64 when it is IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same however it is written', '2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['with the zeros that are left out', '2001:db8::6', '2001:db8:0:0::/64'],
    ['with zeros at the beginning', '::1', '0:0:0:0::/64'],
    ['without its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s', (_what, address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})

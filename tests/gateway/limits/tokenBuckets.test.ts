import { describe, expect, test } from 'vitest'
import { TokenBuckets } from '../../../gateway/limits/tokenBuckets.ts'

describe('a token bucket', () => {
  const limit = { burst: 3, rate: 2 }

  test('allows its burst at once, then returns the waiting time', () => {
    const buckets = new TokenBuckets(limit, () => 1_000_000)
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1])
  })

  test('allows its rate in the long run', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    let given = 0
    for (; now < 1_010_000; now += 10) if (buckets.take('a') === 0) given += 1
    expect(given).toBe(3 + 10 * 2 - 1)
  })

  test('refills after a pause, but not above its capacity', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    for (let count = 0; count < 4; count += 1) buckets.take('a')
    now += 3_600_000
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1])
  })

  test('does not extend the wait after a rejection', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    for (let count = 0; count < 100; count += 1) buckets.take('a')
    now += 500
    expect(buckets.take('a')).toBe(0)
  })

  test('can be charged more tokens than it has, but owes at most as many tokens as its capacity', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets(limit, () => now)
    buckets.charge('a', 4)
    expect(buckets.take('a')).toBe(1)
    buckets.charge('a', 1_000)
    expect(buckets.take('a')).toBe(2)
    now += 2_000
    expect(buckets.take('a')).toBe(0)
  })

  test('is separate per key', () => {
    const buckets = new TokenBuckets({ burst: 1, rate: 1 }, () => 1_000_000)
    expect([buckets.take('a'), buckets.take('b'), buckets.take('a')]).toEqual([0, 0, 1])
  })

  test('limits the memory for very many keys', () => {
    const buckets = new TokenBuckets({ burst: 1, rate: 1 }, () => 1_000_000)
    for (let key = 0; key < 150_000; key += 1) buckets.take(`key ${key}`)
    expect(buckets.size).toBe(50_000)
    expect([buckets.take('key 149999'), buckets.take('key 0')]).toEqual([1, 0])
  })
})

describe('tokens that another process has given', () => {
  test('are subtracted here, except for those that were refilled since then', () => {
    let now = 10_000
    const buckets = new TokenBuckets({ burst: 10, rate: 1 }, () => now)
    const taken: unknown[] = []
    buckets.onTaken((key, tokens) => taken.push([key, tokens]))
    buckets.takeElsewhere('a', 4, 0)
    expect(buckets.budgetOf('a').remaining).toBe(6)
    buckets.takeElsewhere('b', 4, 2_000)
    expect(buckets.budgetOf('b').remaining).toBe(8)
    buckets.takeElsewhere('c', 1_000, 0)
    now += 20_000
    expect(buckets.budgetOf('c').remaining).toBe(10)
    expect(taken).toEqual([])
    buckets.take('a')
    buckets.charge('a', 3)
    expect(taken).toEqual([
      ['a', 1],
      ['a', 3],
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { discountsOf, type OrderLine, type VoucherValue } from '../../../services/vouchers/discounts.ts'

const none: VoucherValue = { amount: null, percentage: null, currency: null, minimum_order: null, product_codes: null }

function linesOf(...prices: readonly number[]): OrderLine[] {
  return prices.map((minorUnits, index) => ({
    id: String(index),
    productCode: `P${index}`,
    price: { minorUnits, currency: 'EUR' },
  }))
}

function discounts(voucher: Partial<VoucherValue>, ...prices: readonly number[]): number[] {
  return discountsOf({ ...none, ...voucher }, linesOf(...prices)).lines.map(({ minorUnits }) => minorUnits)
}

describe('the discount of an amount', () => {
  test.each([
    { amount: 1_000, prices: [3_000], expected: [1_000] },
    { amount: 100, prices: [100, 100, 100], expected: [34, 33, 33] },
    { amount: 100, prices: [1, 1, 998], expected: [0, 0, 100] },
    { amount: 500, prices: [100, 200], expected: [100, 200] },
    { amount: 1, prices: [1, 1, 1, 1], expected: [1, 0, 0, 0] },
    { amount: 5, prices: [0, 5], expected: [0, 5] },
    { amount: 999_999_999, prices: [1_000_000_000, 999_999_999], expected: [500_000_000, 499_999_999] },
  ])('$amount on $prices is $expected', ({ amount, prices, expected }) => {
    expect(discounts({ amount }, ...prices)).toEqual(expected)
  })

  test('adds up exactly, and never exceeds a price', () => {
    let seed = 7
    const next = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    for (let round = 0; round < 300; round += 1) {
      const prices = Array.from({ length: 1 + next(9) }, () => 1 + next(5_000))
      const amount = 1 + next(20_000)
      const given = discounts({ amount }, ...prices)
      const total = prices.reduce((sum, price) => sum + price, 0)
      expect(given.reduce((sum, part) => sum + part, 0)).toBe(Math.min(amount, total))
      expect(given.every((part, index) => part >= 0 && part <= (prices[index] ?? 0))).toBe(true)
    }
  })

  test('is split among the lines that the voucher is for', () => {
    expect(discounts({ amount: 300, product_codes: ['P0', 'P2'] }, 100, 900, 200)).toEqual([100, 0, 200])
  })
})

test('the discount of a percentage is rounded on each line', () => {
  expect(discounts({ percentage: 15 }, 10, 9, 33)).toEqual([2, 1, 5])
  expect(discounts({ percentage: 100 }, 999)).toEqual([999])
})

test('the minimum order counts all lines', () => {
  expect(discounts({ percentage: 10, minimum_order: 1_000, product_codes: ['P0'] }, 100, 900)).toEqual([10, 0])
  expect(() => discounts({ percentage: 10, minimum_order: 1_001 }, 100, 900)).toThrow('too small')
})

import { expect, test } from 'vitest'
import { type Money, fromWireMoney, shareOf, toWireMoney, wireMoney } from '../../../services/platform/money.ts'

function euros(minorUnits: number): Money {
  return { minorUnits, currency: 'EUR' }
}

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [115, '1.15'],
  [-1, '-0.01'],
  [-12_345, '-123.45'],
  [2_147_483_648, '21474836.48'],
])('%i minor units are written as %s, and read back', (minorUnits, amount) => {
  const money = euros(minorUnits)
  expect(toWireMoney(money)).toEqual({ amount, currency: 'EUR' })
  expect(fromWireMoney(wireMoney.parse(toWireMoney(money)))).toEqual(money)
})

test.each(['1', '1.5', '1.505', '1,50', ' 1.50', '1e2', '', '0x1.00'])('%j is not an amount', (amount) => {
  expect(wireMoney.safeParse({ amount, currency: 'EUR' }).success).toBe(false)
})

test('a share is rounded half away from zero', () => {
  expect(shareOf(euros(50), 1, 100)).toEqual(euros(1))
  expect(shareOf(euros(-50), 1, 100)).toEqual(euros(-1))
  // 21 % of 3.72 is 0.7812.
  expect(shareOf(euros(372), 21, 100)).toEqual(euros(78))
})

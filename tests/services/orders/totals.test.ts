import { describe, expect, test } from 'vitest'
import { type Price, totalsOf } from '../../../services/platform/totals.ts'
import { seededRandom } from '../../support/random.ts'

/** Makes a function that draws reproducible whole numbers from 0 to below `limit`. */
function createDraw(seed: number): (limit: number) => number {
  const random = seededRandom(seed)
  return (limit) => Math.floor(random() * limit)
}

const rates = [0, 550, 600, 900, 2_000, 2_100, 2_500]

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('the totals of an order', () => {
  test('are rounded per line, half up', () => {
    const lines = [
      { quantity: 3, unitPrice: 1_295, discount: 777, vatRate: 2_100 },
      { quantity: 1, unitPrice: 3_995, discount: 0, vatRate: 900 },
    ]
    expect(totalsOf(lines, { price: 495, vatRate: 2_100 }, 'EUR')).toEqual({
      subtotal: 7_880,
      discount: 777,
      shipping: 495,
      // 3108 × 21/121 = 539.40, 3995 × 9/109 = 329.86, 495 × 21/121 = 85.91
      tax: 539 + 330 + 86,
      total: 7_598,
      vat: [
        { rate: 900, net: 3_665, tax: 330, gross: 3_995 },
        { rate: 2_100, net: 2_978, tax: 625, gross: 3_603 },
      ],
      lines: [
        { total: 3_108, tax: 539 },
        { total: 3_995, tax: 330 },
      ],
    })
  })

  test('do not mention the VAT rate of free delivery', () => {
    const { vat } = totalsOf(
      [{ quantity: 1, unitPrice: 100, discount: 0, vatRate: 900 }],
      { price: 0, vatRate: 2_100 },
      'EUR',
    )
    expect(vat.map(({ rate }) => rate)).toEqual([900])
  })

  test('add up exactly for 1,000 random orders', () => {
    const draw = createDraw(16)
    for (let round = 0; round < 1_000; round += 1) {
      const lines = Array.from({ length: 1 + draw(12) }, (): Price => {
        const [quantity, unitPrice] = [1 + draw(1_000), draw(100_000_000)]
        const discount = draw(3) === 0 ? draw(quantity * unitPrice + 1) : 0
        return { quantity, unitPrice, discount, vatRate: rates[draw(rates.length)] ?? 0 }
      })
      const totals = totalsOf(lines, { price: draw(2_000), vatRate: 2_100 }, 'EUR')
      const exact = {
        subtotal: sum(lines.map(({ quantity, unitPrice }) => quantity * unitPrice)),
        discount: sum(lines.map(({ discount }) => discount)),
        total: totals.subtotal - totals.discount + totals.shipping,
        gross: totals.total,
        tax: sum(totals.vat.map(({ tax }) => tax)),
        lines: totals.total - totals.shipping,
      }
      expect(exact).toEqual({
        subtotal: totals.subtotal,
        discount: totals.discount,
        total: totals.total,
        gross: sum(totals.vat.map(({ gross }) => gross)),
        tax: totals.tax,
        lines: sum(totals.lines.map(({ total }) => total)),
      })
      for (const { net, tax, gross, rate } of totals.vat) {
        expect([net + tax, Number.isSafeInteger(tax)]).toEqual([gross, true])
        // The rounding of each line and of the delivery adds at most half a minor unit.
        expect(Math.abs(tax - (gross * rate) / (10_000 + rate))).toBeLessThanOrEqual((lines.length + 1) / 2 + 1e-3)
      }
    }
  })
})

import { type Currency, type Money, shareOf } from './money.ts'

/** A rate of 100 %, in hundredths of a percent. */
const wholeRate = 10_000

/** The price of one line, in minor units including VAT. */
export interface Price {
  readonly quantity: number
  readonly unitPrice: number
  /** The discount of the whole line: 0 to its price. */
  readonly discount: number
  /** In hundredths of a percent. */
  readonly vatRate: number
}

/** The totals of one VAT rate, in minor units: gross = net + tax. */
export interface VatTotal {
  /** In hundredths of a percent. */
  readonly rate: number
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/** The sums of an order, in minor units: total = subtotal - discount + shipping. `tax` is the VAT in the total. */
export interface Totals {
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly tax: number
  readonly total: number
  /** One entry per VAT rate, lowest rate first. The gross amounts add up to `total`, and the taxes to `tax`. */
  readonly vat: readonly VatTotal[]
  /** The total of each line and the VAT in it, with the same index as its price. */
  readonly lines: readonly { readonly total: number; readonly tax: number }[]
}

/** Adds up an order. VAT is rounded on each line, so that every sum is a sum of whole minor units. */
export function totalsOf(
  prices: readonly Price[],
  shipping: { readonly price: number; readonly vatRate: number },
  currency: Currency,
): Totals {
  const taxed = prices.map((price) => {
    const total = price.unitPrice * price.quantity - price.discount
    return { rate: price.vatRate, total, tax: taxIn({ minorUnits: total, currency }, price.vatRate) }
  })
  const sent = {
    rate: shipping.vatRate,
    total: shipping.price,
    tax: taxIn({ minorUnits: shipping.price, currency }, shipping.vatRate),
  }
  const charged = shipping.price === 0 ? taxed : [...taxed, sent]
  const subtotal = sum(prices.map(({ quantity, unitPrice }) => quantity * unitPrice))
  const discount = sum(prices.map((price) => price.discount))
  return {
    subtotal,
    discount,
    shipping: shipping.price,
    tax: sum(charged.map(({ tax }) => tax)),
    total: subtotal - discount + shipping.price,
    vat: perRate(charged),
    lines: taxed.map(({ total, tax }) => ({ total, tax })),
  }
}

/** The VAT that a price includes. */
function taxIn(price: Money, rate: number): number {
  return shareOf(price, rate, wholeRate + rate).minorUnits
}

function perRate(charged: readonly { rate: number; total: number; tax: number }[]): VatTotal[] {
  const rates = [...new Set(charged.map(({ rate }) => rate))].toSorted((one, other) => one - other)
  return rates.map((rate) => {
    const ofRate = charged.filter((one) => one.rate === rate)
    const gross = sum(ofRate.map(({ total }) => total))
    const tax = sum(ofRate.map((one) => one.tax))
    return { rate, net: gross - tax, tax, gross }
  })
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

import { type Currency, type Money, shareOf } from '../platform/money.ts'
import { Problem } from '../platform/problems.ts'
import type { Discounts, VouchersTable } from './tables.ts'

/** A line of an order. */
export interface OrderLine {
  readonly id: string
  readonly productCode: string
  /** The price of the whole line, before the discount. */
  readonly price: Money
}

/** The columns of a voucher that determine the discount. */
export type VoucherValue = Pick<VouchersTable, 'amount' | 'percentage' | 'currency' | 'minimum_order' | 'product_codes'>

/** True if the voucher gives a discount on the product. */
export function appliesTo({ product_codes: codes }: VoucherValue, productCode: string): boolean {
  return codes === null || codes.includes(productCode)
}

/**
 * The discount of each line. A percentage is rounded on each line. An amount is split in proportion to the prices, so
 * that the discounts add up to the amount exactly. No discount exceeds the price of its line.
 * @param lines at least one
 * @throws Problem 422 if the voucher is not for this order
 */
export function discountsOf(voucher: VoucherValue, lines: readonly OrderLine[]): Discounts {
  const currency = currencyOf(lines)
  if (voucher.currency !== null && voucher.currency !== currency) {
    throw new Problem(422, 'CURRENCY_MISMATCH', `The voucher is for orders in ${voucher.currency}.`)
  }
  const minimum = voucher.minimum_order ?? 0
  if (sumOf(lines.map(({ price }) => price.minorUnits)) < minimum) {
    const facts = { minimumMinorUnits: minimum }
    throw new Problem(422, 'BELOW_MINIMUM_ORDER', 'The order is too small for this voucher.', {}, facts)
  }
  const prices = lines.map((line) => (appliesTo(voucher, line.productCode) ? line.price.minorUnits : 0))
  if (sumOf(prices) === 0) {
    throw new Problem(422, 'VOUCHER_NOT_FOR_PRODUCTS', 'The voucher is not for the products of this order.')
  }
  const discounts = voucher.amount === null ? percentageOf(prices, voucher, currency) : split(voucher.amount, prices)
  return { currency, lines: lines.map(({ id }, index) => ({ id, minorUnits: discounts[index] ?? 0 })) }
}

function currencyOf(lines: readonly OrderLine[]): Currency {
  const [currency, another] = new Set(lines.map(({ price }) => price.currency))
  if (currency === undefined || another !== undefined) {
    throw new Problem(422, 'CURRENCY_MISMATCH', 'All lines of an order have the same currency.')
  }
  return currency
}

function percentageOf(prices: readonly number[], { percentage }: VoucherValue, currency: Currency): number[] {
  return prices.map((minorUnits) => shareOf({ minorUnits, currency }, percentage ?? 0, 100).minorUnits)
}

/**
 * Splits an amount, at most the sum of the prices, in proportion to the prices. Each share is rounded down. Each of the
 * remaining minor units goes to one of the lines that lost most by the rounding.
 */
function split(amount: number, prices: readonly number[]): number[] {
  // The product of two amounts can exceed the integers that a number holds exactly.
  const total = BigInt(sumOf(prices))
  const wanted = BigInt(amount) < total ? BigInt(amount) : total
  const shares = prices.map((price, index) => {
    const exact = wanted * BigInt(price)
    return { index, minorUnits: Number(exact / total), lost: exact % total }
  })
  const rest = Number(wanted) - sumOf(shares.map(({ minorUnits }) => minorUnits))
  const byLoss = shares.toSorted((left, right) => Number(right.lost - left.lost) || left.index - right.index)
  const rounded = new Set(byLoss.slice(0, rest).map(({ index }) => index))
  return shares.map(({ index, minorUnits }) => minorUnits + (rounded.has(index) ? 1 : 0))
}

/** The sum of amounts in minor units. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

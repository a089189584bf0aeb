import { z } from 'zod'

/** The currencies of our shops. Each has 100 minor units. */
export const currencies = ['EUR', 'GBP', 'SEK', 'DKK', 'NOK'] as const

export type Currency = (typeof currencies)[number]

/** Money inside of services and in the database: an integer of minor units, such as cents. */
export interface Money {
  readonly minorUnits: number
  readonly currency: Currency
}

/** Money in requests and answers: `{ amount: "12.50", currency: "EUR" }`. */
export const wireMoney = z
  .object({
    amount: z
      .string()
      .regex(/^-?\d{1,12}\.\d{2}$/)
      .describe('A decimal, such as "12.50".'),
    currency: z.enum(currencies),
  })
  .meta({ id: 'Money' })

/** A VAT rate in requests and answers: percent, such as "21.00". */
export const wireVatRate = z.string().regex(/^\d{1,2}\.\d{2}$/, 'Use percent with two decimals, such as "21.00".')

export type WireMoney = z.infer<typeof wireMoney>

export function toWireMoney({ minorUnits, currency }: Money): WireMoney {
  const digits = String(Math.abs(minorUnits)).padStart(3, '0')
  return { amount: `${minorUnits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, currency }
}

/** @param wire has passed the schema `wireMoney` */
export function fromWireMoney({ amount, currency }: WireMoney): Money {
  // Not a multiplication of the decimal: 1.15 * 100 is 114.99999999999999.
  return { minorUnits: Number(amount.replace('.', '')), currency }
}

/** A share of an amount, such as its tax, rounded to minor units, half away from zero. */
export function shareOf({ minorUnits, currency }: Money, numerator: number, denominator: number): Money {
  const share = Math.round(Math.abs(minorUnits * numerator) / denominator)
  return { minorUnits: minorUnits < 0 ? -share : share, currency }
}

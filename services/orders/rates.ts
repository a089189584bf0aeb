import { z } from 'zod'

/** A VAT rate in requests and answers: percent, such as "21.00". */
export const wireRate = z.string().regex(/^\d{1,2}\.\d{2}$/, 'Use percent with two decimals, such as "21.00".')

/** @param rate in hundredths of a percent */
export function rateText(rate: number): string {
  const digits = String(rate).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * @param text has passed the schema `wireRate`
 * @returns hundredths of a percent
 */
export function rateOf(text: string): number {
  return Number(text.replace('.', ''))
}

/** @param rate in hundredths of a percent */
export function rateText(rate: number): string {
  const digits = String(rate).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * @param text has passed the schema `wireVatRate`
 * @returns hundredths of a percent
 */
export function rateOf(text: string): number {
  return Number(text.replace('.', ''))
}

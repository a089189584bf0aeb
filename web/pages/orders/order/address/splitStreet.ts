import { numberFirst } from './AddressLines.tsx'

/**
 * Splits a street with its house number, as browsers fill it in and people paste it.
 * @param country an ISO 3166-1 alpha-2 code: it decides whether the number comes first or last
 * @returns null if there is no number
 */
export function splitStreet(
  text: string,
  country: string,
): { readonly street: string; readonly houseNumber: string } | null {
  const { street, number } =
    (numberFirst.has(country)
      ? /^(?<number>\d+\s?[a-z]?)(?:,\s*|\s+)(?<street>\D.*)$/iu
      : /^(?<street>.*\D)(?:,\s*|\s+)(?<number>\d+(?:\s?[-/]?\s?[a-z\d]{1,4})?)$/iu
    ).exec(text.trim())?.groups ?? {}
  return street && number ? { street: street.trim(), houseNumber: number } : null
}

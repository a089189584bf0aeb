import type { AddressField } from '../../../schema/rules/postalAddress.ts'

/** The fields of an address in which one types, but the phone number. */
export type AddressTextField = Exclude<AddressField, 'country' | 'region' | 'phone'>

/** Countries in which the house number precedes the street. */
export const numberFirst: ReadonlySet<string> = new Set(['FR', 'GB', 'IE', 'LU', 'US', 'CA'])

/** Countries in which the city precedes the postal code. */
export const cityFirst: ReadonlySet<string> = new Set(['GB', 'IE', 'US', 'CA'])

/** Countries in which many houses have a name instead of a number. */
export const withHouseNames: ReadonlySet<string> = new Set(['GB', 'IE'])

/** The postal codes of the countries that the brands deliver to. Some people write the country first: `D-10115`. */
const postalCodes: Readonly<Record<string, RegExp>> = {
  AT: digits(4),
  BE: digits(4),
  CH: digits(4),
  DE: digits(5),
  DK: digits(4),
  ES: digits(5),
  FR: digits(5),
  GB: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
  IE: /^[a-z]\d[\dw] ?[a-z\d]{4}$/i,
  IT: digits(5),
  LU: digits(4),
  NL: /^(?:nl-)?\d{4} ?[a-z]{2}$/i,
  NO: digits(4),
  PT: /^\d{4}[ -]?\d{3}$/,
  SE: /^(?:se?-)?\d{3} ?\d{2}$/i,
}

function digits(count: number): RegExp {
  return new RegExp(String.raw`^(?:[a-z]{1,2}-)?\d{${count}}$`, 'i')
}

/** The countries that the brands deliver to, as ISO 3166-1 alpha-2 codes. */
export const knownCountries: readonly string[] = Object.keys(postalCodes)

/** The pattern of the postal codes of a country; null for a country that the brands do not deliver to. */
export function postalCodeOf(country: string): RegExp | null {
  return postalCodes[country] ?? null
}

/** The fields in the order in which people of a country write an address. */
export function fieldsOf(country: string): readonly AddressTextField[] {
  return [
    'name',
    'organization',
    ...(numberFirst.has(country) ? (['houseNumber', 'street'] as const) : (['street', 'houseNumber'] as const)),
    'addition',
    ...(cityFirst.has(country) ? (['city', 'postalCode'] as const) : (['postalCode', 'city'] as const)),
  ]
}

import { numberFirst } from '../../../schema/rules/addressForms.ts'
import type { AddressTexts } from './addressTexts.ts'

/**
 * Moves a house number that was typed, pasted or filled in with the street to its own field, if that field is empty.
 * @returns the same object if there is nothing to move
 */
export function separateNumber(texts: AddressTexts): AddressTexts {
  const parts = texts.houseNumber === '' ? splitStreet(texts.street, texts.country) : null
  return parts ? { ...texts, ...parts } : texts
}

/**
 * The street and its number; null if there is no number. The country decides whether the number comes first or last.
 */
function splitStreet(text: string, country: string): Pick<AddressTexts, 'street' | 'houseNumber'> | null {
  const { street, number } =
    (numberFirst.has(country)
      ? /^(?<number>\d+\s?[a-z]?)(?:,\s*|\s+)(?<street>\D.*)$/iu
      : /^(?<street>.*\D)(?:,\s*|\s+)(?<number>\d+(?:\s?[-/]?\s?[a-z\d]{1,4})?)$/iu
    ).exec(text.trim())?.groups ?? {}
  return street && number ? { street: street.trim(), houseNumber: number } : null
}

import {
  type AddressField,
  type AddressProblem,
  addressProblems,
  cleanAddress,
} from '../../../schema/rules/postalAddress.ts'
import { postalCodeOf, withHouseNames } from './addressCountries.ts'
import type { AddressTexts } from './addressTexts.ts'

/** A field that is wrong, and why. */
export interface FieldProblem {
  readonly field: AddressField
  readonly problem: AddressProblem
}

/** A number such as `12`, `12 a` or `B 3`, or "no number" as it is written in Spain, Portugal and Italy. */
const houseNumberPattern = /\d|^s\/?n\.?c?\.?$/i

/** The fields that every address needs. */
const alwaysRequired: ReadonlySet<AddressField> = new Set(['street', 'city', 'country'])

/** Whether the form needs a text in a field. */
export function isRequired(field: AddressField, texts: AddressTexts): boolean {
  if (field === 'name') return texts.organization.trim() === ''
  if (field === 'houseNumber' || field === 'postalCode') return postalCodeOf(texts.country) !== null
  return alwaysRequired.has(field)
}

/**
 * The fields that are wrong. For the countries that the brands deliver to, the form is stricter than the services, which
 * also take addresses of other shops: a parcel needs a house number and the postal code of its country.
 */
export function formProblems(texts: AddressTexts): readonly FieldProblem[] {
  const general = addressProblems(texts)
  const clean = cleanAddress(texts)
  const own = (['houseNumber', 'postalCode'] as const).flatMap((field): FieldProblem[] => {
    const text = clean[field]
    if (!isRequired(field, texts) || general.some((one) => one.field === field)) return []
    if (text === null) return [{ field, problem: 'MISSING' }]
    return isPossible(field, text, texts.country) ? [] : [{ field, problem: 'NOT_VALID' }]
  })
  return [...general, ...own]
}

function isPossible(field: 'houseNumber' | 'postalCode', text: string, country: string): boolean {
  if (field === 'postalCode') return postalCodeOf(country)?.test(text) ?? true
  return withHouseNames.has(country) || houseNumberPattern.test(text)
}

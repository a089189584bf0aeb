import { type AddressFieldProblem, countryAddressProblems } from '../../../schema/rules/addressForms.ts'
import { cleanAddress } from '../../../schema/rules/postalAddress.ts'
import type { AddressTexts } from './addressTexts.ts'
import { isPhoneValid } from './phoneCheck.ts'

/** A field that is wrong, and why. */
export type FieldProblem = AddressFieldProblem

/**
 * The fields that are wrong. For the countries that the brands deliver to, the form is stricter than the orders
 * service, because a parcel needs a house number and the postal code of its country. The orders service also takes
 * addresses of other shops.
 */
export function formProblems(texts: AddressTexts): readonly FieldProblem[] {
  const problems = countryAddressProblems(texts)
  const isWrong = problems.some(({ field }) => field === 'phone')
  if (isWrong || isPhoneValid(cleanAddress(texts).phone, texts.country)) return problems
  return [...problems, { field: 'phone', problem: 'NOT_VALID' }]
}

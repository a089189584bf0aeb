import type { CleanAddress } from '../../../schema/rules/postalAddress.ts'

/** Converts an address to the gateway's input type. The form has checked that the required fields are not empty. */
export function inputOf({ country, street, city, ...rest }: CleanAddress) {
  return { ...rest, country: country ?? '', street: street ?? '', city: city ?? '' }
}

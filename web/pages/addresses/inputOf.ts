import type { CleanAddress } from '../../../schema/rules/postalAddress.ts'

/** The address as the gateway takes it. The form checks that the required fields are not empty. */
export function inputOf({ country, street, city, ...rest }: CleanAddress) {
  return { ...rest, country: country ?? '', street: street ?? '', city: city ?? '' }
}

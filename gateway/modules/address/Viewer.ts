import { addressCountries, addressFormOf } from '../../../schema/rules/addressForms.ts'
import { countryPattern } from '../../../schema/rules/postalAddress.ts'
import { badInput } from '../../errors/codes.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the forms of addresses, which need no service call. */
export const Viewer: Pick<ViewerResolvers, 'addressForm' | 'addressCountries'> = {
  addressForm: (_viewer, { country }) => {
    if (!countryPattern.test(country)) throw badInput('"country" is not a code of two capital letters, such as NL.')
    return { country, isKnown: addressCountries.includes(country), fields: addressFormOf(country) }
  },
  addressCountries: () => addressCountries,
}

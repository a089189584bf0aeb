import { formatAddress } from 'localized-address-format'
import { numberFirst } from '../../../schema/rules/addressForms.ts'
import type { PostalAddressResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `PostalAddress`. */
export const PostalAddress: PostalAddressResolvers = {
  formatted: ({ country, name, organization, street, houseNumber, addition, postalCode, city, region }) => {
    const parts = numberFirst.has(country) ? [houseNumber, street] : [street, houseNumber]
    const lines = [parts.filter(Boolean).join(' '), addition ?? '']
    return formatAddress({
      postalCountry: country,
      name: name ?? '',
      organization: organization ?? '',
      addressLines: lines.filter((line) => line !== ''),
      postalCode: postalCode ?? '',
      locality: city,
      administrativeArea: region ?? '',
    })
  },
}

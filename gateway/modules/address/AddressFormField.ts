import type { AddressFormFieldResolvers } from '../../__generated__/resolvers.ts'
import { addressFieldNames } from '../shared/addressFieldNames.ts'

/** Resolves the field of `AddressFormField` that has another name in `schema/rules`. */
export const AddressFormField: AddressFormFieldResolvers = {
  name: ({ field }) => addressFieldNames[field],
}

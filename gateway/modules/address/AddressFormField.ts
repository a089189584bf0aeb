import type { AddressFormFieldResolvers } from '../../__generated__/resolvers.ts'
import { addressFieldNames } from '../shared/addressFieldNames.ts'

/** Resolves the field of `AddressFormField` that the rules name otherwise. */
export const AddressFormField: AddressFormFieldResolvers = {
  name: ({ field }) => addressFieldNames[field],
}

import type { AddressField, TypedAddress } from '../../../schema/rules/postalAddress.ts'

/** The texts in the fields of a form. */
export type AddressTexts = Readonly<Record<AddressField, string>>

/** The texts of an address: a field without a value is empty. */
export function addressTexts(address: TypedAddress | null): AddressTexts {
  const of = (field: AddressField) => address?.[field] ?? ''
  return {
    name: of('name'),
    organization: of('organization'),
    street: of('street'),
    houseNumber: of('houseNumber'),
    addition: of('addition'),
    postalCode: of('postalCode'),
    city: of('city'),
    region: of('region'),
    country: of('country'),
    phone: of('phone'),
  }
}

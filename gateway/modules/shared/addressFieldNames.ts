import type { AddressField } from '../../../schema/rules/postalAddress.ts'
import type { AddressFieldName } from '../../__generated__/resolvers.ts'

/** The fields of postal addresses as the API names them. */
export const addressFieldNames: Readonly<Record<AddressField, AddressFieldName>> = {
  name: 'NAME',
  organization: 'ORGANIZATION',
  street: 'STREET',
  houseNumber: 'HOUSE_NUMBER',
  addition: 'ADDITION',
  postalCode: 'POSTAL_CODE',
  city: 'CITY',
  region: 'REGION',
  country: 'COUNTRY',
  phone: 'PHONE',
}

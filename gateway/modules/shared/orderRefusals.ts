import type { AddressField, addressProblems } from '../../../schema/rules/postalAddress.ts'
import type { AddressFieldName } from '../../__generated__/resolvers.ts'

/** The result when the order does not exist, or is not the viewer's. The message is that of the specification. */
export const orderNotFound = { __typename: 'OrderNotFound', code: 'NOT_FOUND', message: 'Order not found' } as const

const fieldNames: Readonly<Record<AddressField, AddressFieldName>> = {
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

/** The result when some fields of the address are not allowed. */
export function invalidAddress(problems: ReturnType<typeof addressProblems>) {
  return {
    __typename: 'InvalidAddress',
    code: 'INVALID_ADDRESS',
    message: 'Some fields of the address are not allowed.',
    fields: problems.map(({ field, problem }) => ({ field: fieldNames[field], problem })),
  } as const
}

import type { addressProblems } from '../../../schema/rules/postalAddress.ts'
import { addressFieldNames } from './addressFieldNames.ts'

/** The result when the order does not exist, or is not the viewer's. The message is that of the specification. */
export const orderNotFound = { __typename: 'OrderNotFound', code: 'NOT_FOUND', message: 'Order not found' } as const

/** The result when some fields of the address are not allowed. */
export function invalidAddress(problems: Readonly<ReturnType<typeof addressProblems>>) {
  return {
    __typename: 'InvalidAddress',
    code: 'INVALID_ADDRESS',
    message: 'Some fields of the address are not allowed.',
    fields: problems.map(({ field, problem }) => ({ field: addressFieldNames[field], problem })),
  } as const
}

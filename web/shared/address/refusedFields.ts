import type { AddressField } from '../../../schema/rules/postalAddress.ts'
import type { FieldProblem } from './formProblems.ts'

/** The fields of the form, by their names in the enum `AddressFieldName`. */
const fieldNames: Readonly<Record<string, AddressField>> = {
  NAME: 'name',
  ORGANIZATION: 'organization',
  STREET: 'street',
  HOUSE_NUMBER: 'houseNumber',
  ADDITION: 'addition',
  POSTAL_CODE: 'postalCode',
  CITY: 'city',
  REGION: 'region',
  COUNTRY: 'country',
  PHONE: 'phone',
}

/**
 * The fields of an address that the gateway has refused. A field that this client does not know is left out. If no
 * field is left, the caller must say that the address could not be saved, because no field would have a message.
 * @param fields of `InvalidAddress`
 */
export function refusedFields(
  fields: readonly { readonly field: string; readonly problem: string }[],
): readonly FieldProblem[] {
  return fields.flatMap(({ field, problem }): FieldProblem[] => {
    const name = fieldNames[field]
    return name ? [{ field: name, problem: problem === 'MISSING' ? 'MISSING' : 'NOT_VALID' }] : []
  })
}

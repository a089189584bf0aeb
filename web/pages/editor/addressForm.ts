import { type AddressField, addressProblems } from '../../../schema/rules/postalAddress.ts'

/** The fields of the form, in the order in which people write an address. */
export const formFields = [
  { field: 'name', autoComplete: 'shipping name', type: 'text', isRequired: true },
  { field: 'organization', autoComplete: 'shipping organization', type: 'text', isRequired: false },
  { field: 'street', autoComplete: 'shipping address-line1', type: 'text', isRequired: true },
  { field: 'houseNumber', autoComplete: 'off', type: 'text', isRequired: true },
  { field: 'addition', autoComplete: 'shipping address-line2', type: 'text', isRequired: false },
  { field: 'postalCode', autoComplete: 'shipping postal-code', type: 'text', isRequired: true },
  { field: 'city', autoComplete: 'shipping address-level2', type: 'text', isRequired: true },
  { field: 'phone', autoComplete: 'shipping tel', type: 'tel', isRequired: false },
] as const

export type FormField = (typeof formFields)[number]['field']

/** An address as it was typed. */
export type TypedFormAddress = Readonly<Record<FormField | 'country', string>>

export const emptyAddress: Omit<TypedFormAddress, 'country'> = {
  name: '',
  organization: '',
  street: '',
  houseNumber: '',
  addition: '',
  postalCode: '',
  city: '',
  phone: '',
}

/** Digits and letters, such as `1015 KH`, `SW1A 1AA` or `5003`. */
const postalCodePattern = /^(?=.*\d)[A-Z\d][A-Z\d -]{2,9}$/i
/** A number that may be followed by letters, such as `12`, `12 a` or `12-14`. */
const houseNumberPattern = /^\d{1,6}[\p{L}\d /-]{0,10}$/u

/** The fields that are not valid. The form is stricter than the service, which also takes addresses of other shops. */
export function wrongFields(address: TypedFormAddress): ReadonlySet<AddressField> {
  const wrong = new Set(addressProblems(address).map(({ field }) => field))
  for (const { field, isRequired } of formFields) if (isRequired && address[field].trim() === '') wrong.add(field)
  if (!postalCodePattern.test(address.postalCode.trim())) wrong.add('postalCode')
  if (!houseNumberPattern.test(address.houseNumber.trim())) wrong.add('houseNumber')
  return wrong
}

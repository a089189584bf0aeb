/** The fields of a postal address, in the order in which people write them. */
export const addressFields = [
  'name',
  'organization',
  'street',
  'houseNumber',
  'addition',
  'postalCode',
  'city',
  'region',
  'country',
  'phone',
] as const

export type AddressField = (typeof addressFields)[number]

/** An address as it was typed. */
export type TypedAddress = { readonly [Field in AddressField]?: string | null | undefined }

/** An address in which every text has single spaces, and empty fields are null. */
export type CleanAddress = { readonly [Field in AddressField]: string | null }

/** Why a field of an address is not allowed. */
export type AddressProblem = 'MISSING' | 'NOT_VALID'

/** The maximum length of each field, in UTF-16 code units (`String.length`). */
export const longestAddressText = 100
/** An ISO 3166-1 alpha-2 code. */
export const countryPattern = /^[A-Z]{2}$/
export const phonePattern = /^\+?[\d ()/.-]{5,30}$/
const textPattern = /^[^\p{Cc}\p{Cs}]+$/u

/** Returns the address in the form in which it is stored. */
export function cleanAddress(address: TypedAddress): CleanAddress {
  const clean = (field: AddressField) => address[field]?.toWellFormed().replaceAll(/\s+/g, ' ').trim() || null
  return {
    country: clean('country'),
    name: clean('name'),
    organization: clean('organization'),
    street: clean('street'),
    houseNumber: clean('houseNumber'),
    addition: clean('addition'),
    postalCode: clean('postalCode'),
    city: clean('city'),
    region: clean('region'),
    phone: clean('phone'),
  }
}

/**
 * Checks an address by the rules that the orders service also uses. A name is missing only if the organization is
 * missing, too.
 * @returns one entry per field that is not allowed
 */
export function addressProblems(
  address: TypedAddress,
): { readonly field: AddressField; readonly problem: AddressProblem }[] {
  const clean = cleanAddress(address)
  return addressFields.flatMap((field) => {
    const text = clean[field]
    const problem = text === null ? missing(field, clean) : problemOf(field, text, address[field] ?? '')
    return problem === null ? [] : [{ field, problem }]
  })
}

function missing(field: AddressField, { organization }: CleanAddress): AddressProblem | null {
  const isRequired = field === 'country' || field === 'street' || field === 'city'
  return isRequired || (field === 'name' && organization === null) ? 'MISSING' : null
}

function problemOf(field: AddressField, text: string, typed: string): AddressProblem | null {
  if (typed.length > longestAddressText || !textPattern.test(text)) return 'NOT_VALID'
  if (field === 'country' && !countryPattern.test(text)) return 'NOT_VALID'
  return field === 'phone' && !phonePattern.test(text) ? 'NOT_VALID' : null
}

import { type CountryMetadata, countryMetadata } from './countryMetadata.ts'
import type { PhoneNumberOf } from './phoneNumbers.ts'
import {
  type AddressField,
  type AddressProblem,
  type TypedAddress,
  addressProblems,
  cleanAddress,
} from './postalAddress.ts'

/** A field of the form for an address in one country. */
export interface AddressFormField {
  readonly field: AddressField
  /** A required name may still be missing if there is an organization. */
  readonly isRequired: boolean
  /**
   * The token of the HTML attribute `autocomplete`. Null for the house number: browsers know only the whole line of
   * street and number, which they fill into the field for the street.
   */
  readonly autocomplete: string | null
  /** A regular expression that the whole text must match, without regard to case. Null: any text is allowed. */
  readonly pattern: string | null
  readonly example: string | null
  /** The values to choose from. Null: the customer types a text. */
  readonly choices: readonly AddressChoice[] | null
}

/** A possible value of a field. */
export interface AddressChoice {
  readonly value: string
  /** The name in the language of the country. */
  readonly name: string
}

/** A field that is wrong, and why. */
export interface AddressFieldProblem {
  readonly field: AddressField
  readonly problem: AddressProblem
}

/**
 * The countries that the brands deliver to, as ISO 3166-1 alpha-2 codes. The form of an address is known only for these
 * countries.
 */
export const addressCountries: readonly string[] = [...countryMetadata.keys()]

/** Countries in which the house number precedes the street. The metadata has both in one line. */
export const numberFirst: ReadonlySet<string> = new Set(['FR', 'GB', 'IE', 'LU', 'US', 'CA'])

/** Countries in which many houses have a name instead of a number. */
export const withHouseNames: ReadonlySet<string> = new Set(['GB', 'IE'])

/**
 * Countries in which a region is written as a code, such as `RM` for Rome. In other countries it is written as a name.
 */
const withRegionCodes: ReadonlySet<string> = new Set(['IT'])

/** A number such as `12`, `12 a` or `B 3`, or "no number" as it is written in Spain, Portugal and Italy. */
const houseNumberPattern = String.raw`.*\d.*|s/?n\.?c?\.?`

const tokens: Readonly<Record<AddressField, string | null>> = {
  name: 'name',
  organization: 'organization',
  street: 'address-line1',
  houseNumber: null,
  addition: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
  country: 'country',
  phone: 'tel',
}

/** Used for countries without metadata. */
const generalFormat = '%N%n%O%n%A%n%Z %C %S'
const alwaysRequired: ReadonlySet<AddressField> = new Set(['name', 'street', 'city', 'country'])

/**
 * The form for an address in a country: its fields in the order in which people there write them. A person's name comes
 * before the organization everywhere, because most customers have no organization.
 * @param country an ISO 3166-1 alpha-2 code; a country without metadata has a general form
 */
export function addressFormOf(country: string): readonly AddressFormField[] {
  const metadata = countryMetadata.get(country)
  const street = numberFirst.has(country) ? (['houseNumber', 'street'] as const) : (['street', 'houseNumber'] as const)
  const lines = (metadata?.fmt ?? generalFormat).matchAll(/%([ACSZ])/g)
  const fields = [...lines].flatMap(([, letter]): readonly AddressField[] => {
    if (letter === 'A') return [...street, 'addition']
    if (letter === 'S') return metadata && !metadata.sub_regions ? [] : ['region']
    return letter === 'C' ? ['city'] : ['postalCode']
  })
  const all: readonly AddressField[] = ['name', 'organization', ...fields, 'country', 'phone']
  return all.map((field) => ({
    field,
    isRequired: alwaysRequired.has(field) || (metadata !== undefined && isRequiredBy(metadata, field)),
    autocomplete: tokens[field],
    pattern: metadata ? patternOf(metadata, field, country) : null,
    example: field === 'postalCode' ? (metadata?.zipex.split(',')[0] ?? null) : null,
    choices: field === 'region' ? choicesOf(metadata?.sub_regions ?? null, country) : null,
  }))
}

/**
 * Checks an address of the address book: by the general rules of postal addresses, by the rules of its country, and by
 * the rules of phone numbers.
 * @param phoneNumberOf the function of `phoneNumbers.ts`, which a browser loads when it is needed
 * @returns one entry per field that is not allowed
 */
export function bookedAddressProblems(
  address: TypedAddress,
  phoneNumberOf: PhoneNumberOf,
): readonly AddressFieldProblem[] {
  const problems = countryAddressProblems(address)
  const { country, region, phone } = cleanAddress(address)
  const isWrong = (field: AddressField) => problems.some((one) => one.field === field)
  const hasNoRegion = region !== null && !isWrong('region') && !isRegion(region, country ?? '')
  const hasNoPhone = phone !== null && !isWrong('phone') && phoneNumberOf(phone, country ?? '') === null
  return [
    ...problems,
    ...(hasNoRegion ? [{ field: 'region', problem: 'NOT_VALID' } as const] : []),
    ...(hasNoPhone ? [{ field: 'phone', problem: 'NOT_VALID' } as const] : []),
  ]
}

/**
 * Checks an address by the general rules of postal addresses, and by the rules of its country. Any region is allowed,
 * because the addresses of orders come from many shops.
 * @returns one entry per field that is not allowed
 */
export function countryAddressProblems(address: TypedAddress): readonly AddressFieldProblem[] {
  const general = addressProblems(address)
  const clean = cleanAddress(address)
  const own = addressFormOf(clean.country ?? '').flatMap(({ field, isRequired, pattern }): AddressFieldProblem[] => {
    if (general.some((one) => one.field === field)) return []
    const text = clean[field]
    if (text === null) return isRequired && field !== 'name' ? [{ field, problem: 'MISSING' }] : []
    return pattern === null || matches(pattern, text) ? [] : [{ field, problem: 'NOT_VALID' }]
  })
  return [...general, ...own]
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'iu').test(text)
}

/** Whether a text is a region of the country, by its code or its name. True if the regions are not known. */
function isRegion(text: string, country: string): boolean {
  const regions = countryMetadata.get(country)?.sub_regions
  const isSame = (other: string) => other.toLowerCase() === text.toLowerCase()
  return !regions || regions.some(({ key, name }) => isSame(key) || isSame(name.default))
}

/**
 * The metadata also requires the region in Spain and Italy. It is not required here: the postal code determines it, and
 * carriers deliver without it.
 */
function isRequiredBy({ require = '' }: CountryMetadata, field: AddressField): boolean {
  return field === 'houseNumber' || (field === 'postalCode' && require.includes('Z'))
}

function patternOf({ zip }: CountryMetadata, field: AddressField, country: string): string | null {
  if (field === 'houseNumber') return withHouseNames.has(country) ? null : houseNumberPattern
  if (field !== 'postalCode') return null
  // Some people write the country first (`D-10115`), and a space, a hyphen or nothing between the parts.
  return String.raw`(?:[A-Z]{1,2}-)?(?:${zip.replaceAll(' ?', '[ -]?').replaceAll('}-', '}[ -]?')})`
}

function choicesOf(regions: CountryMetadata['sub_regions'] | null, country: string): readonly AddressChoice[] | null {
  if (!regions) return null
  return regions.map(({ key, name }) => ({
    value: withRegionCodes.has(country) ? key : name.default,
    name: name.default,
  }))
}

import type { TypedAddress } from '../../../schema/rules/postalAddress.ts'

/** The name by which buttons name an address: the person or company, the street and the city. */
export function addressLabel({ name, organization, street, houseNumber, city }: TypedAddress): string {
  const streetAndNumber = [street, houseNumber].filter(Boolean).join(' ')
  return [name ?? organization, streetAndNumber, city].filter(Boolean).join(', ')
}

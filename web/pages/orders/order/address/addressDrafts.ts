import { perSession } from '../../../../app/Session.ts'
import type { AddressField } from '../../../../../schema/rules/postalAddress.ts'
import type { AddressVersion } from './addressVersion.ts'

/** The texts in the fields of the form. */
export type AddressTexts = Readonly<Record<AddressField, string>>

/** What a customer has typed, and the version of the order that the customer saw at the start. */
export interface AddressDraft {
  readonly texts: AddressTexts
  readonly seen: AddressVersion
}

/** The drafts by the ids of orders. They outlive the form, so that no text is lost when the page is left. */
export const addressDraftsOf = perSession(() => new Map<string, AddressDraft>())

/** A draft that changes nothing yet. */
export function draftOf(seen: AddressVersion): AddressDraft {
  const of = (field: AddressField) => seen.address?.[field] ?? ''
  return {
    seen,
    texts: {
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
    },
  }
}

import { type AddressTexts, addressTexts } from '../../../../shared/address/addressTexts.ts'
import type { AddressVersion } from './addressVersion.ts'

/** What a customer has typed, and the version of the order that the customer saw at the start. */
export interface AddressDraft {
  readonly texts: AddressTexts
  readonly seen: AddressVersion
}

/** A draft that changes nothing yet. */
export function draftOf(seen: AddressVersion): AddressDraft {
  return { seen, texts: addressTexts(seen.address) }
}

import { graphql, readInlineData } from 'react-relay/hooks'
import type { readSavedAddress_address$key } from '../../__generated__/readSavedAddress_address.graphql.ts'
import { type AddressTexts, addressTexts } from '../../shared/address/addressTexts.ts'
import { readAddress } from '../../shared/address/readAddress.ts'
import type { Versioned } from '../../shared/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment readSavedAddress_address on Address @inline {
    version
    postal {
      ...readAddress_address
    }
  }
`

/** The texts and the version of an address that a query or a mutation has read. */
export function readSavedAddress(key: readSavedAddress_address$key): Versioned<AddressTexts> {
  const { version, postal } = readInlineData(fragment, key)
  return { texts: addressTexts(readAddress(postal)), version: version ?? null }
}

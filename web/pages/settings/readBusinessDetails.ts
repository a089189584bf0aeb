import { graphql, readInlineData } from 'react-relay/hooks'
import type { readBusinessDetails_customer$key } from '../../__generated__/readBusinessDetails_customer.graphql.ts'
import type { Versioned } from '../../shared/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment readBusinessDetails_customer on Customer @inline {
    version
    business {
      company
      vatId
      registrationNumber
    }
  }
`

export const businessFields = ['company', 'vatId', 'registrationNumber'] as const

export type BusinessField = (typeof businessFields)[number]

/** The texts in the fields of the form. */
export type BusinessTexts = Readonly<Record<BusinessField, string>>

/** The business details that a query or a mutation has read. A detail without a value is empty. */
export function readBusinessDetails(key: readBusinessDetails_customer$key): Versioned<BusinessTexts> {
  const { version, business } = readInlineData(fragment, key)
  const texts = {
    company: business?.company ?? '',
    vatId: business?.vatId ?? '',
    registrationNumber: business?.registrationNumber ?? '',
  }
  return { texts, version: version ?? null }
}

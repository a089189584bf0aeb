import { graphql, readInlineData } from 'react-relay/hooks'
import type { readPersonalDetails_customer$key } from '../../__generated__/readPersonalDetails_customer.graphql.ts'
import type { Versioned } from '../../shared/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment readPersonalDetails_customer on Customer @inline {
    version
    firstName
    lastName
    phone
    dateOfBirth
    locale
  }
`

export const personalFields = ['firstName', 'lastName', 'phone', 'dateOfBirth', 'locale'] as const

export type PersonalField = (typeof personalFields)[number]

/** The texts in the fields of the form. */
export type PersonalTexts = Readonly<Record<PersonalField, string>>

/** The personal details that a query or a mutation has read. A detail without a value is empty. */
export function readPersonalDetails(key: readPersonalDetails_customer$key): Versioned<PersonalTexts> {
  const { version, firstName, lastName, phone, dateOfBirth, locale } = readInlineData(fragment, key)
  const texts = {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    phone: phone ?? '',
    dateOfBirth: dateOfBirth ?? '',
    locale: locale ?? '',
  }
  return { texts, version: version ?? null }
}

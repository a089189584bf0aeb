import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BusinessDetails_customer$key } from '../../__generated__/BusinessDetails_customer.graphql.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { settingsPaths } from '../../shared/paths.ts'
import { BusinessDetailsForm } from './BusinessDetailsForm.tsx'
import styles from './BusinessDetails.module.css'

const fragment = graphql`
  fragment BusinessDetails_customer on Customer {
    firstName
    lastName
    phone
    business {
      status
      company
      vatId
    }
    ...BusinessDetailsForm_customer
  }
`

/** The details of a business account, and what is missing before it can be validated. */
export function BusinessDetails({ customer: key }: { readonly customer: BusinessDetails_customer$key }) {
  const { formatMessage, formatList } = useIntl()
  const customer = useFragment(fragment, key)
  const { firstName, lastName, phone, business } = customer
  const missing = [
    ...(business?.company ? [] : ['business.company']),
    ...(business?.vatId ? [] : ['business.vatId']),
    ...(firstName ? [] : ['personalDetails.firstName']),
    ...(lastName ? [] : ['personalDetails.lastName']),
    ...(phone ? [] : ['personalDetails.phone']),
  ].map((id) => formatMessage({ id }))
  const isPersonalDetailMissing = !firstName || !lastName || !phone
  return (
    <section aria-labelledby="business-details" className={styles.section}>
      <h2 id="business-details" className={styles.title}>
        <FormattedMessage id="business.title" />
      </h2>
      {business?.status === 'DEFAULT' && missing.length > 0 && (
        <p className={styles.missing}>
          <FormattedMessage id="business.missing" values={{ details: formatList(missing) }} />{' '}
          {isPersonalDetailMissing && (
            <AppLink to={settingsPaths.personalDetails}>
              <FormattedMessage id="business.toPersonalDetails" />
            </AppLink>
          )}
        </p>
      )}
      <BusinessDetailsForm customer={customer} />
    </section>
  )
}

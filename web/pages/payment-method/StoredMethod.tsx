import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { StoredMethod_method$key } from '../../__generated__/StoredMethod_method.graphql.ts'
import styles from './StoredMethod.module.css'
import { useMethodLabel } from './useMethodLabel.ts'

const fragment = graphql`
  fragment StoredMethod_method on PaymentMethod {
    validUntil
    state
    ...useMethodLabel_method
  }
`

/** The stored payment method: its name, and until when it can be used. */
export function StoredMethod({ method }: { readonly method: StoredMethod_method$key }) {
  const data = useFragment(fragment, method)
  const label = useMethodLabel(data)
  const { formatDate } = useIntl()
  const isExpired = data.state === 'EXPIRED'
  const month = data.validUntil && formatDate(data.validUntil, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div className={styles.method}>
      <h2 className={styles.label}>{label}</h2>
      {month && (
        <p data-expired={isExpired} className={styles.validity}>
          <FormattedMessage id={isExpired ? 'payment.expired' : 'payment.validUntil'} values={{ month }} />
        </p>
      )}
    </div>
  )
}

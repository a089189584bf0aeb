import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useMethodLabel_method$key } from '../../__generated__/useMethodLabel_method.graphql.ts'

const fragment = graphql`
  fragment useMethodLabel_method on PaymentMethod {
    kind
    brand
    lastDigits
  }
`

/** The name of a payment method: its brand and last digits if they are known, otherwise its kind. */
export function useMethodLabel(method: useMethodLabel_method$key): string {
  const { formatMessage } = useIntl()
  const { kind, brand, lastDigits } = useFragment(fragment, method)
  const name = brand ?? formatMessage({ id: `payment.kind.${nameOf(kind)}` })
  return lastDigits ? formatMessage({ id: 'payment.label' }, { name, digits: lastDigits }) : name
}

/** A newer gateway can send kinds that this client does not know. */
function nameOf(kind: string | null | undefined): 'CARD' | 'DIRECT_DEBIT' | 'OTHER' {
  return kind === 'CARD' || kind === 'DIRECT_DEBIT' ? kind : 'OTHER'
}

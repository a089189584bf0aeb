import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RemovingMethod_method$key } from '../../__generated__/RemovingMethod_method.graphql.ts'
import { useMethodLabel } from './useMethodLabel.ts'

const fragment = graphql`
  fragment RemovingMethod_method on PaymentMethod {
    ...useMethodLabel_method
  }
`

/** Says that a removed method is not deleted at the payment provider yet. */
export function RemovingMethod({ method }: { readonly method: RemovingMethod_method$key }) {
  const label = useMethodLabel(useFragment(fragment, method))
  return (
    <li>
      <FormattedMessage id="payment.removing" values={{ label }} />
    </li>
  )
}

import { loadQuery } from 'react-relay/hooks'
import query, { type PaymentMethodPageQuery } from '../../__generated__/PaymentMethodPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the payment method. */
export function loadPaymentMethod({ environment }: Session) {
  return loadQuery<PaymentMethodPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

import { graphql, useFragment } from 'react-relay/hooks'
import type { useIsBlocked_customer$key } from '../../__generated__/useIsBlocked_customer.graphql.ts'

const fragment = graphql`
  fragment useIsBlocked_customer on Customer {
    business {
      status
    }
  }
`

/** Whether the business account of the customer is blocked. It can see everything, but cannot change anything. */
export function useIsBlocked(customer: useIsBlocked_customer$key): boolean {
  return useFragment(fragment, customer).business?.status === 'BLOCKED'
}

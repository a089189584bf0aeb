import { graphql, useFragment } from 'react-relay/hooks'
import type { OrdersFailure_orders$key } from '../../../__generated__/OrdersFailure_orders.graphql.ts'
import { PartFailure } from '../../../shared/PartFailure.tsx'

const fragment = graphql`
  fragment OrdersFailure_orders on OrderConnection {
    totalCount @catch(to: RESULT)
    edges {
      node {
        lines {
          photos @catch(to: RESULT) {
            __typename
          }
        }
      }
    }
  }
`

export interface OrdersFailureProps {
  readonly orders: OrdersFailure_orders$key
  readonly onRetry: () => void
}

/** Says that pictures or the number of orders could not be loaded. Renders nothing if all were loaded. */
export function OrdersFailure({ orders, onRetry }: OrdersFailureProps) {
  const { totalCount, edges } = useFragment(fragment, orders)
  const hasPictures = edges.every(({ node }) => node?.lines.every(({ photos }) => photos.ok) ?? true)
  return totalCount.ok && hasPictures ? null : <PartFailure onRetry={onRetry} />
}

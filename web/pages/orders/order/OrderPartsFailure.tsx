import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderPartsFailure_order$key } from '../../../__generated__/OrderPartsFailure_order.graphql.ts'
import { PartFailure } from '../../../shared/PartFailure.tsx'

const fragment = graphql`
  fragment OrderPartsFailure_order on Order {
    lines {
      photos @catch(to: RESULT) {
        __typename
      }
      voucher @catch(to: RESULT) {
        __typename
      }
    }
  }
`

export interface OrderPartsFailureProps {
  readonly order: OrderPartsFailure_order$key
  readonly onRetry: () => void
}

/** Says that pictures or vouchers of an order could not be loaded. Renders nothing if all were loaded. */
export function OrderPartsFailure({ order, onRetry }: OrderPartsFailureProps) {
  const { lines } = useFragment(fragment, order)
  const isWhole = lines.every(({ photos, voucher }) => photos.ok && voucher.ok)
  return isWhole ? null : <PartFailure onRetry={onRetry} />
}

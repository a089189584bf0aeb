import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useOrderTitle_order$key } from '../../__generated__/useOrderTitle_order.graphql.ts'

const fragment = graphql`
  fragment useOrderTitle_order on Order {
    code
    lines {
      title
    }
  }
`

/** The title of an order's first product, and the number of its other products. */
export function useOrderTitle(order: useOrderTitle_order$key): string {
  const { formatMessage } = useIntl()
  const { lines, code } = useFragment(fragment, order)
  const [first, ...others] = lines
  if (!first) return formatMessage({ id: 'order.title' }, { code })
  if (others.length === 0) return first.title
  return formatMessage({ id: 'orders.andOthers' }, { title: first.title, count: others.length })
}

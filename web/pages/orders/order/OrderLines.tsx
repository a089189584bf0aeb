import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderLines_order$key } from '../../../__generated__/OrderLines_order.graphql.ts'
import { useLinePdfs } from './LinePdf.tsx'
import { OrderLineListItem } from './OrderLineListItem.tsx'
import { Section } from '../../../shared/Section.tsx'

const fragment = graphql`
  fragment OrderLines_order on Order {
    ...OrderLineListItem_order
    lines {
      id
      code
      ...OrderLineListItem_line
    }
  }
`

/** What was ordered. */
export function OrderLines({ order: key }: { readonly order: OrderLines_order$key }) {
  const order = useFragment(fragment, key)
  const { lines } = order
  const pdfs = useLinePdfs(lines.map(({ code }) => code))
  if (lines.length === 0) return null
  return (
    <Section title={<FormattedMessage id="order.lines" />}>
      <ul>
        {lines.map((line) => (
          <OrderLineListItem key={line.id} line={line} order={order} pdfs={pdfs} />
        ))}
      </ul>
    </Section>
  )
}

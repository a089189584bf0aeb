import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderLines_order$key } from '../../../__generated__/OrderLines_order.graphql.ts'
import { useLinePdfs } from './LinePdf.tsx'
import { OrderLineListItem } from './OrderLineListItem.tsx'
import { Section } from './Section.tsx'

const fragment = graphql`
  fragment OrderLines_order on Order {
    lines {
      id
      code
      ...OrderLineListItem_line
    }
  }
`

/** What was ordered. */
export function OrderLines({ order }: { readonly order: OrderLines_order$key }) {
  const { lines } = useFragment(fragment, order)
  const pdfs = useLinePdfs(lines.map(({ code }) => code))
  if (lines.length === 0) return null
  return (
    <Section title={<FormattedMessage id="order.lines" />}>
      <ul>
        {lines.map((line) => (
          <OrderLineListItem key={line.id} line={line} pdfs={pdfs} />
        ))}
      </ul>
    </Section>
  )
}

import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderActions_order$key } from '../../../__generated__/OrderActions_order.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { actionLink } from '../../../ui/actionLink.ts'
import { Button } from '../../../ui/Button.tsx'
import { PrintIcon } from '../../../ui/icons.tsx'
import styles from './OrderActions.module.css'
import { ReorderButton } from './reorder/ReorderButton.tsx'
import { Section } from '../../../shared/Section.tsx'

const fragment = graphql`
  fragment OrderActions_order on Order {
    ...ReorderButton_order
  }
`

/** The actions for the order: order it again, print it, ask customer care. */
export function OrderActions({ order: key }: { readonly order: OrderActions_order$key }) {
  const order = useFragment(fragment, key)
  const { links } = useSession().config
  return (
    <Section title={<FormattedMessage id="order.actions" />} className={styles.actions}>
      <div className={styles.list}>
        <ReorderButton order={order} />
        <Button icon={<PrintIcon size={20} />} onPress={() => globalThis.print()}>
          <FormattedMessage id="order.print" />
        </Button>
        <a href={links.customerCare} className={actionLink}>
          <FormattedMessage id="order.contact" />
        </a>
      </div>
    </Section>
  )
}

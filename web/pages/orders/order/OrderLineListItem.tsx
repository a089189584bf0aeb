import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrderLineListItem_line$key } from '../../../__generated__/OrderLineListItem_line.graphql.ts'
import type { OrderLineListItem_order$key } from '../../../__generated__/OrderLineListItem_order.graphql.ts'
import { useMoney } from '../../../shared/money.ts'
import { LinePictures } from '../../../shared/orders/LinePictures.tsx'
import { LineBook } from './LineBook.tsx'
import { type LinePdfs, LinePdf } from './LinePdf.tsx'
import { LineVoucher } from './LineVoucher.tsx'
import styles from './OrderLineListItem.module.css'

/** How many pictures a product shows at most. */
const maximumPictures = 3

const lineFragment = graphql`
  fragment OrderLineListItem_line on OrderLine {
    code
    title
    productCode
    quantity
    unitPrice {
      ...money_amount
    }
    total {
      ...money_amount
    }
    ...LinePictures_line
    ...LineVoucher_line
    ...LineBook_line
  }
`

const orderFragment = graphql`
  fragment OrderLineListItem_order on Order {
    ...LineVoucher_order
  }
`

export interface OrderLineListItemProps {
  readonly line: OrderLineListItem_line$key
  readonly order: OrderLineListItem_order$key
  readonly pdfs: LinePdfs
}

/** A product of the order, as it was ordered: its title and prices never change. */
export function OrderLineListItem({ line: lineKey, order: orderKey, pdfs }: OrderLineListItemProps) {
  const line = useFragment(lineFragment, lineKey)
  const order = useFragment(orderFragment, orderKey)
  const money = useMoney()
  const { code, title, productCode, quantity, unitPrice, total } = line
  return (
    <li className={styles.line}>
      <LinePictures lines={[line]} maximum={maximumPictures} />
      <div className={styles.about}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.facts}>{productCode}</p>
        <p className={styles.facts}>
          {unitPrice ? (
            <FormattedMessage id="order.quantityAt" values={{ quantity, price: money(unitPrice) }} />
          ) : (
            <FormattedMessage id="order.quantity" values={{ quantity }} />
          )}
        </p>
        <LineVoucher line={line} order={order} />
        <LineBook line={line} />
        {pdfs && <LinePdf code={code} pdfs={pdfs} />}
      </div>
      {total && <p className={styles.total}>{money(total)}</p>}
    </li>
  )
}

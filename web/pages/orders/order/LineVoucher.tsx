import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LineVoucher_line$key } from '../../../__generated__/LineVoucher_line.graphql.ts'
import { useMoney } from '../../../shared/money.ts'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import styles from './LineVoucher.module.css'

const fragment = graphql`
  fragment LineVoucher_line on OrderLine {
    voucherCode
    discount {
      amount
      ...money_amount
    }
    voucher {
      campaignName
      state
      validUntil
    }
  }
`

/** The voucher of a product: its discount, and whether it can be used again. */
export function LineVoucher({ line }: { readonly line: LineVoucher_line$key }) {
  const { voucherCode, discount, voucher } = useFragment(fragment, line)
  const money = useMoney()
  const { date } = useOrderDates()
  const hasDiscount = discount && Number(discount.amount) !== 0
  if (!voucherCode && !hasDiscount) return null
  const { campaignName, state, validUntil } = voucher ?? {}
  const isReturned = state === 'RETURNED' && validUntil
  return (
    <p className={styles.voucher}>
      {voucherCode ? (
        <FormattedMessage id="voucher.code" values={{ code: <b className={styles.code}>{voucherCode}</b> }} />
      ) : (
        <FormattedMessage id="order.discount" />
      )}
      {campaignName && ` · ${campaignName}`}
      {hasDiscount && ` · ${money(discount, 'reduction')}`}
      {state && state !== '%future added value' && (
        <>
          <br />
          {isReturned ? (
            <FormattedMessage id="voucher.returnedUntil" values={{ date: date(validUntil) }} />
          ) : (
            <FormattedMessage id={`voucher.state.${state}`} />
          )}
        </>
      )}
    </p>
  )
}

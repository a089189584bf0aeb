import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LineVoucher_line$data, LineVoucher_line$key } from '../../../__generated__/LineVoucher_line.graphql.ts'
import type { LineVoucher_order$data, LineVoucher_order$key } from '../../../__generated__/LineVoucher_order.graphql.ts'
import { useMoney } from '../../../shared/money.ts'
import { useOrderDates } from '../../../shared/orders/useOrderDates.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { useFocusOnPart } from '../../../ui/useFocusOnPart.ts'
import styles from './LineVoucher.module.css'
import { useVoucherRefresh } from './useVoucherRefresh.ts'

const lineFragment = graphql`
  fragment LineVoucher_line on OrderLine {
    id
    voucherCode
    discount {
      amount
      ...money_amount
    }
    # Null: it no longer exists. An error: it could not be read.
    voucher @catch(to: RESULT) {
      campaignName
      state
      validUntil
    }
  }
`

const orderFragment = graphql`
  fragment LineVoucher_order on Order {
    status
    payment
  }
`

export interface LineVoucherProps {
  readonly line: LineVoucher_line$key
  readonly order: LineVoucher_order$key
}

/** The voucher of a product: its discount, and whether it can be used again. */
export function LineVoucher({ line: lineKey, order: orderKey }: LineVoucherProps) {
  const line = useFragment(lineFragment, lineKey)
  const order = useFragment(orderFragment, orderKey)
  const money = useMoney()
  const { voucherCode, discount } = line
  const voucher = line.voucher.ok ? line.voucher.value : null
  const hasDiscount = discount && Number(discount.amount) !== 0
  if (!voucherCode && !hasDiscount) return null
  return (
    <div className={styles.voucher}>
      <p>
        {voucherCode ? (
          <FormattedMessage id="voucher.code" values={{ code: <b className={styles.code}>{voucherCode}</b> }} />
        ) : (
          <FormattedMessage id="order.discount" />
        )}
        {voucher?.campaignName && ` · ${voucher.campaignName}`}
        {hasDiscount && ` · ${money(discount, 'reduction')}`}
      </p>
      {voucherCode && <CurrentState code={voucherCode} line={line} order={order} />}
    </div>
  )
}

interface CurrentStateProps {
  readonly code: string
  readonly line: LineVoucher_line$data
  readonly order: LineVoucher_order$data
}

/** The state of a voucher, and a button to read it again if it could not be read. */
function CurrentState({ code, line: { id, voucher: result }, order }: CurrentStateProps) {
  const voucher = result.ok ? result.value : null
  const isGone = result.ok && !voucher
  const { isRunning, isRequested, request } = useVoucherRefresh(id, useIsAwaited(voucher?.state, order))
  return (
    <>
      <output className={classes(styles.state, !voucher && styles.unknown)}>
        {voucher ? (
          <KnownState voucher={voucher} />
        ) : (
          <FormattedMessage id={isGone ? 'voucher.gone' : unknownText(isRequested && !isRunning)} />
        )}
      </output>
      {/* The button stays after it has found the voucher, so that it keeps the focus. */}
      {!isGone && (!voucher || isRequested) && <CheckButton code={code} isRunning={isRunning} onPress={request} />}
    </>
  )
}

const unknownText = (isTried: boolean) => (isTried ? 'voucher.stillUnknown' : 'voucher.unknown')

interface CheckButtonProps {
  readonly code: string
  readonly isRunning: boolean
  readonly onPress: () => void
}

function CheckButton({ code, isRunning, onPress }: CheckButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnPart(button)
  return (
    <Button ref={button} size="small" className={styles.check} isPending={isRunning} onPress={onPress}>
      <FormattedMessage id="voucher.check" values={{ code }} />
    </Button>
  )
}

type Voucher = NonNullable<Extract<LineVoucher_line$data['voucher'], { readonly ok: true }>['value']>

function KnownState({ voucher }: { readonly voucher: Voucher }) {
  const { date } = useOrderDates()
  const { state, validUntil } = voucher
  if (!state || state === '%future added value') return null
  if (state !== 'RETURNED' || !validUntil) return <FormattedMessage id={`voucher.state.${state}`} />
  return <FormattedMessage id="voucher.returnedUntil" values={{ date: date(validUntil) }} />
}

/**
 * True while the state of the voucher does not match the order, because the vouchers service learns a moment later that
 * an order was paid or cancelled. False if the order was already cancelled when the page was opened, because a later
 * order may have used the voucher by then.
 */
function useIsAwaited(state: string | null | undefined, { status, payment }: LineVoucher_order$data): boolean {
  const [firstStatus] = useState(status)
  if (status === 'CANCELLED') return status !== firstStatus && (state === 'RESERVED' || state === 'USED')
  return state === 'RESERVED' && (payment === 'SUCCEEDED' || payment === 'FREE')
}

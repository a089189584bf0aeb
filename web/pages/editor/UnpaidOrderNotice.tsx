import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { AppLink, useAppNavigate } from '../../shared/AppLink.tsx'
import { orderPath } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import type { Draft, UnpaidOrder } from './draft.ts'
import styles from './EditorOrder.module.css'
import { PaymentChoice } from './PaymentChoice.tsx'
import { usePayOrder } from './usePayOrder.ts'

interface UnpaidOrderNoticeProps {
  readonly order: UnpaidOrder
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
}

/** An order that was placed and is not paid, with a button to pay it. */
export function UnpaidOrderNotice({ order, draft, onChange }: UnpaidOrderNoticeProps) {
  const { formatMessage } = useIntl()
  const navigate = useAppNavigate()
  const [pay, isPaying] = usePayOrder()
  const [isFailed, setFailed] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  // The form with the focused button has been removed.
  useEffect(() => notice.current?.focus(), [])
  const payAgain = async () => {
    setFailed(false)
    const result = await pay(order.id, draft.payment)
    if (result === 'unknown') return setFailed(true)
    if (result !== 'settled') return onChange({ unpaid: { ...order, payment: result } })
    onChange({ unpaid: null })
    navigate(orderPath(order.code))
  }
  return (
    <div ref={notice} tabIndex={-1} className={styles.form}>
      <output className={styles.group}>
        <span className={styles.legend}>{formatMessage({ id: 'editor.placed' }, { code: order.code })}</span>
        <span>{formatMessage({ id: `editor.placed.${order.payment}` })}</span>
      </output>
      <PaymentChoice isDisabled={isPaying} payment={draft.payment} onChange={(payment) => onChange({ payment })} />
      {isFailed && (
        <p role="alert" className={styles.error}>
          {formatMessage({ id: 'editor.payFailed' })}
        </p>
      )}
      <Button variant="primary" isPending={isPaying} onPress={() => void payAgain()}>
        {formatMessage({ id: 'editor.pay' })}
      </Button>
      <AppLink to={orderPath(order.code)}>{formatMessage({ id: 'editor.seeOrder' })}</AppLink>
      <Button
        variant="quiet"
        onPress={() => {
          // This button disappears, so the focus would be lost.
          notice.current?.parentElement?.focus()
          onChange({ unpaid: null })
        }}
      >
        {formatMessage({ id: 'editor.another' })}
      </Button>
    </div>
  )
}

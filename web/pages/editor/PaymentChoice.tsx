import { useId } from 'react'
import { useIntl } from 'react-intl'
import { type DemoPayment, demoPayments } from './draft.ts'
import styles from './EditorOrder.module.css'

interface PaymentChoiceProps {
  readonly isDisabled: boolean
  readonly payment: DemoPayment
  readonly onChange: (payment: DemoPayment) => void
}

/** Chooses the outcome of the demo payment. */
export function PaymentChoice({ isDisabled, payment, onChange }: PaymentChoiceProps) {
  const { formatMessage } = useIntl()
  const name = useId()
  return (
    <fieldset disabled={isDisabled} className={styles.group}>
      <legend className={styles.legend}>{formatMessage({ id: 'editor.payment' })}</legend>
      <div className={styles.payments}>
        {demoPayments.map((outcome) => (
          <label key={outcome} className={styles.payment}>
            <input type="radio" name={name} checked={outcome === payment} onChange={() => onChange(outcome)} />
            {formatMessage({ id: `editor.payment.${outcome}` })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

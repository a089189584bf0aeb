import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EditorOrder.module.css'
import type { PrintQuote } from './usePrintQuote.ts'

/** Longer codes are refused; no voucher has one. */
const longestCode = 200

interface VoucherFieldProps {
  readonly isDisabled: boolean
  /** The code that the customer has entered; null: none. */
  readonly code: string | null
  /** What became of it; null: nothing yet. */
  readonly voucher: PrintQuote['voucher'] | null
  readonly onChange: (code: string | null) => void
  /** The same code is to be checked again. */
  readonly onAgain: () => void
}

/** Takes a voucher code, and says what became of it. */
export function VoucherField({ isDisabled, code, voucher, onChange, onAgain }: VoucherFieldProps) {
  const { formatMessage, formatNumber } = useIntl()
  const [typed, setTyped] = useState(code ?? '')
  const field = useRef<HTMLInputElement>(null)
  const apply = () => {
    const next = typed.trim() || null
    if (next === code) onAgain()
    else onChange(next)
  }
  // Without the minimum, the reason cannot be told.
  const isUnexplained = voucher?.state === 'BELOW_MINIMUM' && !voucher.minimumOrder
  const state = isUnexplained ? 'UNAVAILABLE' : (voucher?.state ?? null)
  const isAccepted = state === 'ACCEPTED'
  const { amount, currency } = voucher?.minimumOrder ?? { amount: '0', currency: 'EUR' }
  const minimum = formatNumber(Number(amount), { style: 'currency', currency })
  const text = state && formatMessage({ id: `editor.voucher.${state}` }, { code: voucher?.code, minimum })
  return (
    <fieldset disabled={isDisabled} className={styles.group}>
      <div aria-live="polite" className={styles.voucher}>
        <TextField
          label={formatMessage({ id: 'editor.voucher' })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={longestCode}
          ref={field}
          value={typed}
          error={isAccepted ? null : text}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter would place the order.
            event.preventDefault()
            apply()
          }}
        />
        <Button onPress={apply}>{formatMessage({ id: 'editor.voucher.apply' })}</Button>
      </div>
      <div aria-live="polite" className={styles.group}>
        {isAccepted && <p className={styles.note}>{text}</p>}
      </div>
      {code !== null && (
        <Button
          variant="quiet"
          size="small"
          className={styles.remove}
          onPress={() => {
            // This button goes, so the focus would be lost.
            field.current?.focus()
            setTyped('')
            onChange(null)
          }}
        >
          {formatMessage({ id: 'editor.voucher.remove' })}
        </Button>
      )}
    </fieldset>
  )
}

import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EditorOrder.module.css'
import type { PrintQuote } from './usePrintQuote.ts'

/** The maximum length of a code in characters. The services refuse longer codes. */
const longestCode = 200

interface VoucherFieldProps {
  readonly isDisabled: boolean
  /** The code that the customer has entered; null: none. */
  readonly code: string | null
  /** The state of the voucher with this code; null: not known yet, or there is no code. */
  readonly voucher: PrintQuote['voucher'] | null
  readonly onChange: (code: string | null) => void
  /** Called when the customer applies the same code again. */
  readonly onAgain: () => void
}

/** A field for a voucher code. Says whether the voucher is accepted, or why it is not. */
export function VoucherField({ isDisabled, code, voucher, onChange, onAgain }: VoucherFieldProps) {
  const { formatMessage, formatNumber } = useIntl()
  const [typed, setTyped] = useState(code ?? '')
  const field = useRef<HTMLInputElement>(null)
  const apply = () => {
    const next = typed.trim() || null
    if (next === code) onAgain()
    else onChange(next)
  }
  // The text about a minimum order names the amount, so the text cannot be shown without an amount.
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
            // This button disappears, so the focus would be lost.
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

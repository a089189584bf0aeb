import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { printLimits } from '../../../schema/rules/prints.ts'
import { useSession } from '../../app/sessionContext.ts'
import { type FieldProblem, formProblems } from '../../shared/address/formProblems.ts'
import { separateNumber } from '../../shared/address/separateNumber.ts'
import { AppLink, useAppNavigate } from '../../shared/AppLink.tsx'
import { orderPath } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { type Draft, newDraft } from './draft.ts'
import styles from './EditorOrder.module.css'
import { PaymentChoice } from './PaymentChoice.tsx'
import { areFewEnough, type Prints } from './printChoices.ts'
import { QuoteSummary } from './QuoteSummary.tsx'
import { useDeliveryCountries } from './useDeliveryCountries.ts'
import { usePlacePrintOrder } from './usePlacePrintOrder.ts'
import { useBasketQuote } from './useBasketQuote.ts'
import type { PrintQuote } from './usePrintQuote.ts'
import { VoucherField } from './VoucherField.tsx'

interface OrderFormProps {
  readonly basketId: string
  readonly prints: readonly Prints[]
  readonly notLoadedCount: number
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
  /** Called with the current prices of all sizes. */
  readonly onPrices: (prices: PrintQuote['sizes']) => void
  /** Called with photos that cannot be ordered any more. */
  readonly onMissing: (photoIds: readonly string[]) => void
}

const noProblems: readonly FieldProblem[] = []

/** The order: what it costs, voucher, delivery address and payment. */
export function OrderForm({ basketId, prints, notLoadedCount, draft, onChange, onPrices, onMissing }: OrderFormProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const { address, voucherCode } = draft
  const isEmpty = prints.length === 0
  const isTooLarge = !areFewEnough(prints)
  const basket = { basketId, prints, voucherCode }
  const { quote, isPending, isFailed, refresh, voucher, askAgain } = useBasketQuote(
    isEmpty || isTooLarge ? null : { ...basket, country: address.country, channel: config.channel },
  )
  const sizes = quote?.sizes
  useEffect(() => {
    if (sizes) onPrices(sizes)
  }, [sizes, onPrices])
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState(noProblems)
  const { submit, isPlacing, notice } = useSubmit(draft, { onChange, onMissing, refresh, onProblems: setProblems })
  const retry = () => {
    // The button disappears, so the focus would be lost.
    form.current?.focus()
    refresh()
  }
  const place = (event: SyntheticEvent) => {
    event.preventDefault()
    // When the customer presses Enter in the street field, the form is sent before the field has separated the house
    // number.
    const complete = separateNumber(address)
    if (complete !== address) onChange({ address: complete })
    const wrong = formProblems(complete)
    setProblems(wrong)
    if (wrong.length > 0 || !quote || isPending || isFailed) return
    // A voucher that was not accepted is left out. The form has told the customer that it gives no discount.
    const accepted = quote.voucher?.state === 'ACCEPTED' ? voucherCode : null
    void submit({ ...basket, voucherCode: accepted, address: complete }, quote)
  }
  return (
    <form ref={form} tabIndex={-1} noValidate onSubmit={place} className={styles.form}>
      <fieldset disabled={isPlacing} className={styles.group}>
        <legend className={styles.legend}>{formatMessage({ id: 'editor.order' })}</legend>
        <BasketNotes isEmpty={isEmpty} isTooLarge={isTooLarge} notLoadedCount={notLoadedCount} />
        <QuoteSummary quote={quote} isPending={isPending} isFailed={isFailed} onRetry={retry} />
      </fieldset>
      <VoucherField
        isDisabled={isPlacing}
        code={voucherCode}
        voucher={voucher}
        onChange={(code) => onChange({ voucherCode: code })}
        onAgain={askAgain}
      />
      <DeliveryFields draft={draft} problems={problems} isReadOnly={isPlacing} onChange={onChange} />
      <PaymentChoice isDisabled={isPlacing} payment={draft.payment} onChange={(payment) => onChange({ payment })} />
      <div className={styles.submit}>
        <LastOrderNote code={draft.lastOrder} />
        {notice !== null && (
          <p role="alert" className={styles.error}>
            {notice}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          // Busy instead of disabled while the basket is priced again, so that the button keeps the focus.
          isPending={isPlacing || (quote !== null && isPending)}
          isDisabled={isEmpty || isTooLarge || quote === null || isFailed}
        >
          {formatMessage({ id: draft.lastOrder === null ? 'editor.place' : 'editor.placeAgain' })}
        </Button>
      </div>
    </form>
  )
}

/** Says that prints of these photos were ordered before, and links to that order. */
function LastOrderNote({ code }: { readonly code: string | null }) {
  if (code === null) return null
  return (
    <p className={styles.note}>
      <FormattedMessage id="editor.lastOrder" values={{ order: <AppLink to={orderPath(code)}>{code}</AppLink> }} />
    </p>
  )
}

interface BasketNotesProps extends Pick<OrderFormProps, 'notLoadedCount'> {
  readonly isEmpty: boolean
  readonly isTooLarge: boolean
}

/** Says why the basket cannot be ordered, and how many photos are not in it. */
function BasketNotes({ isEmpty, isTooLarge, notLoadedCount }: BasketNotesProps) {
  const { formatMessage } = useIntl()
  return (
    <>
      {isEmpty && <p>{formatMessage({ id: 'editor.nothing' })}</p>}
      {isTooLarge && (
        <p role="alert" className={styles.error}>
          {formatMessage({ id: 'editor.tooMany' }, { maximum: printLimits.printsOfSize })}
        </p>
      )}
      {notLoadedCount > 0 && (
        <p className={styles.note}>{formatMessage({ id: 'editor.notLoaded' }, { count: notLoadedCount })}</p>
      )}
    </>
  )
}

interface SubmitOptions extends Pick<OrderFormProps, 'onChange' | 'onMissing'> {
  readonly refresh: () => void
  readonly onProblems: (problems: readonly FieldProblem[]) => void
}

/** Places the order, and shows the result. */
function useSubmit(draft: Draft, { onChange, onMissing, refresh, onProblems }: SubmitOptions) {
  const { formatMessage, locale } = useIntl()
  const { config } = useSession()
  const { country } = useDeliveryCountries()
  const navigate = useAppNavigate()
  const [placeOrder, isPlacing] = usePlacePrintOrder()
  const [notice, setNotice] = useState<string | null>(null)
  const submit = async (
    confirmed: Pick<Draft, 'voucherCode' | 'address'> & {
      readonly basketId: string
      readonly prints: readonly Prints[]
    },
    quote: PrintQuote,
  ): Promise<void> => {
    setNotice(null)
    const orders = draft.orders + 1
    const placed = await placeOrder({
      ...confirmed,
      attemptId: draft.attemptId,
      quotedTotal: quote.total,
      payment: draft.payment,
      channel: config.channel,
      locale,
    })
    switch (placed.kind) {
      case 'paid':
        onChange(newDraft(country, { orders, lastOrder: placed.code }))
        navigate(orderPath(placed.code))
        return
      case 'unpaid':
        onChange({ ...newDraft(country, { orders, lastOrder: placed.order.code }), unpaid: placed.order })
        return
      case 'changed':
        if (placed.missingPhotoIds.length > 0) onMissing(placed.missingPhotoIds)
        refresh()
        setNotice(formatMessage({ id: 'editor.changed' }, { count: placed.missingPhotoIds.length }))
        return
      case 'orderedBefore':
        onChange({ orders, lastOrder: placed.code, unpaid: placed.unpaid })
        setNotice(formatMessage({ id: 'editor.orderedBefore' }))
        return
      case 'invalidAddress':
        onProblems(placed.fields)
        // No field can show the problem, because the gateway has refused a field that this form does not have.
        if (placed.fields.length === 0) setNotice(formatMessage({ id: 'order.address.refused.failed' }))
        return
      case 'failed':
        setNotice(formatMessage({ id: 'editor.orderFailed' }))
    }
  }
  return { submit, isPlacing, notice }
}

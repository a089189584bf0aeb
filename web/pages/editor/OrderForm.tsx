import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { AddressField } from '../../../schema/rules/postalAddress.ts'
import { printLimits } from '../../../schema/rules/prints.ts'
import { useSession } from '../../app/sessionContext.ts'
import { useAppNavigate } from '../../shared/AppLink.tsx'
import { orderPath } from '../../shared/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { AddressFields } from './AddressFields.tsx'
import { wrongFields } from './addressForm.ts'
import { type Draft, newDraft } from './draft.ts'
import styles from './EditorOrder.module.css'
import { PaymentChoice } from './PaymentChoice.tsx'
import { areFewEnough, type Prints } from './printChoices.ts'
import { QuoteSummary } from './QuoteSummary.tsx'
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

const noFields: ReadonlySet<AddressField> = new Set()

/** The order: what it costs, voucher, delivery address and payment. */
export function OrderForm({ basketId, prints, notLoadedCount, draft, onChange, onPrices, onMissing }: OrderFormProps) {
  const { formatMessage } = useIntl()
  const { address, voucherCode } = draft
  const isEmpty = prints.length === 0
  const isTooLarge = !areFewEnough(prints)
  const basket = { basketId, prints, voucherCode }
  const { quote, isPending, isFailed, refresh, voucher, askAgain } = useBasketQuote(
    isEmpty || isTooLarge ? null : { ...basket, country: address.country },
  )
  const sizes = quote?.sizes
  useEffect(() => {
    if (sizes) onPrices(sizes)
  }, [sizes, onPrices])
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState(noFields)
  const showWrong = (fields: ReadonlySet<AddressField>) => {
    setWrong(fields)
    // The fields are marked after this rendering.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[data-address] [aria-invalid="true"]')?.focus(),
    )
  }
  const { submit, isPlacing, notice } = useSubmit(draft, { onChange, onMissing, refresh, showWrong })
  const retry = () => {
    // The button goes, so the focus would be lost.
    form.current?.focus()
    refresh()
  }
  const place = (event: SyntheticEvent) => {
    event.preventDefault()
    const fields = wrongFields(address)
    showWrong(fields)
    if (fields.size > 0 || !quote || isPending || isFailed) return
    // The customer has seen that a voucher that was not accepted gives no discount.
    void submit({ ...basket, voucherCode: quote.voucher?.state === 'ACCEPTED' ? voucherCode : null }, quote)
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
      <AddressFields
        isDisabled={isPlacing}
        address={address}
        wrong={wrong}
        onChange={(field, text) => {
          if (wrong.has(field)) setWrong(new Set([...wrong].filter((one) => one !== field)))
          onChange({ address: { ...address, [field]: text } })
        }}
      />
      <PaymentChoice isDisabled={isPlacing} payment={draft.payment} onChange={(payment) => onChange({ payment })} />
      {notice !== null && (
        <p role="alert" className={styles.error}>
          {notice}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        isPending={isPlacing}
        isDisabled={isEmpty || isTooLarge || quote === null || isPending || isFailed}
      >
        {formatMessage({ id: 'editor.place' })}
      </Button>
    </form>
  )
}

interface BasketNotesProps extends Pick<OrderFormProps, 'notLoadedCount'> {
  readonly isEmpty: boolean
  readonly isTooLarge: boolean
}

/** Says why the basket cannot be ordered, and what is not in it. */
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
  readonly showWrong: (fields: ReadonlySet<AddressField>) => void
}

/** Places the order, and shows what became of it. */
function useSubmit({ address, payment, orders }: Draft, { onChange, onMissing, refresh, showWrong }: SubmitOptions) {
  const { formatMessage, locale } = useIntl()
  const { config } = useSession()
  const navigate = useAppNavigate()
  const [placeOrder, isPlacing] = usePlacePrintOrder()
  const [notice, setNotice] = useState<string | null>(null)
  const submit = async (
    basket: { readonly basketId: string; readonly prints: readonly Prints[]; readonly voucherCode: string | null },
    quote: PrintQuote,
  ): Promise<void> => {
    setNotice(null)
    const placed = await placeOrder({
      ...basket,
      address,
      quotedTotal: quote.total,
      payment,
      channel: config.channel,
      locale,
    })
    switch (placed.kind) {
      case 'paid':
        onChange(newDraft(orders + 1, locale))
        navigate(orderPath(placed.code))
        return
      case 'unpaid':
        onChange({ ...newDraft(orders + 1, locale), unpaid: placed.order })
        return
      case 'changed':
        if (placed.missingPhotoIds.length > 0) onMissing(placed.missingPhotoIds)
        refresh()
        setNotice(formatMessage({ id: 'editor.changed' }, { count: placed.missingPhotoIds.length }))
        return
      case 'orderedBefore':
        onChange({ orders: orders + 1 })
        setNotice(formatMessage({ id: 'editor.orderedBefore' }))
        return
      case 'invalidAddress':
        showWrong(new Set(placed.fields))
        return
      case 'failed':
        setNotice(formatMessage({ id: 'editor.orderFailed' }))
    }
  }
  return { submit, isPlacing, notice }
}

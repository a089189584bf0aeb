import { useIntl } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import styles from './EditorOrder.module.css'
import { allSizes } from './printChoices.ts'
import type { Price, QuoteState } from './usePrintQuote.ts'

interface QuoteSummaryProps extends Omit<QuoteState, 'refresh'> {
  readonly onRetry: () => void
}

/** The prices of an order: its prints by size, the discount, the delivery, and the total. */
export function QuoteSummary({ quote, isPending, isFailed, onRetry }: QuoteSummaryProps) {
  const { formatMessage, formatNumber } = useIntl()
  const money = ({ amount, currency }: Price) => formatNumber(Number(amount), { style: 'currency', currency })
  if (isFailed) {
    return (
      <div role="alert" className={styles.group}>
        <p className={styles.error}>{formatMessage({ id: 'editor.quoteFailed' })}</p>
        <Button onPress={onRetry}>{formatMessage({ id: 'common.retry' })}</Button>
      </div>
    )
  }
  if (!quote) return null
  const rate = formatNumber(Number(quote.vatRate) / 100, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <div aria-live="polite" aria-busy={isPending}>
      <dl className={styles.prices} data-pending={isPending}>
        {quote.lines.map(({ size, quantity, total }) => (
          <Price key={size} name={formatMessage({ id: 'editor.line' }, { count: quantity, size: sizeText(size) })}>
            {money(total)}
          </Price>
        ))}
        <Price name={formatMessage({ id: 'editor.delivery' })}>{money(quote.delivery)}</Price>
        <Price isSum name={formatMessage({ id: 'editor.total' })}>
          {money(quote.total)}
        </Price>
      </dl>
      {Number(quote.discount.amount) > 0 && (
        <p className={styles.note}>{formatMessage({ id: 'editor.saved' }, { amount: money(quote.discount) })}</p>
      )}
      <p className={styles.note}>{formatMessage({ id: 'editor.vat' }, { tax: money(quote.tax), rate })}</p>
    </div>
  )

  function sizeText(code: string): string {
    const size = allSizes.find((one) => one.code === code)
    return size ? formatMessage({ id: 'prints.size' }, { short: size.short, long: size.long }) : code
  }
}

interface PriceProps {
  readonly name: string
  readonly isSum?: boolean
  readonly children: string
}

function Price({ name, isSum = false, children }: PriceProps) {
  const className = isSum ? styles.sum : undefined
  return (
    <>
      <dt className={className}>{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  )
}

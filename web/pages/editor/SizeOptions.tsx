import { useIntl } from 'react-intl'
import type { PossiblePrint } from './printChoices.ts'
import type { PrintQuote } from './usePrintQuote.ts'

interface SizeOptionsProps {
  readonly prints: readonly PossiblePrint[]
  readonly prices: PrintQuote['sizes']
}

/** The options of a list of sizes, with their quality and price if they are known. */
export function SizeOptions({ prints, prices }: SizeOptionsProps) {
  const { formatMessage, formatNumber } = useIntl()
  return (
    <>
      <option value="">{formatMessage({ id: 'editor.noPrint' })}</option>
      {prints.map(({ code, short, long, quality }) => {
        const price = prices.find(({ size }) => size === code)?.unitPrice
        const parts = [
          formatMessage({ id: 'prints.size' }, { short, long }),
          quality && formatMessage({ id: `prints.quality.${quality}` }),
          price && formatNumber(Number(price.amount), { style: 'currency', currency: price.currency }),
        ]
        return (
          <option key={code} value={code}>
            {parts.filter((part) => part).join(' · ')}
          </option>
        )
      })}
    </>
  )
}

import { useIntl } from 'react-intl'
import type { SelectOption } from '../../ui/SelectField.tsx'
import type { PossiblePrint } from './printChoices.ts'
import type { PrintQuote } from './usePrintQuote.ts'

/**
 * The options of a list of sizes, with their quality and price if they are known. The first option means that the photo
 * is not printed.
 */
export function useSizeOptions(prints: readonly PossiblePrint[], prices: PrintQuote['sizes']): readonly SelectOption[] {
  const { formatMessage, formatNumber } = useIntl()
  const sizes = prints.map(({ code, short, long, quality }) => {
    const price = prices.find(({ size }) => size === code)?.unitPrice
    const parts = [
      formatMessage({ id: 'prints.size' }, { short, long }),
      quality && formatMessage({ id: `prints.quality.${quality}` }),
      price && formatNumber(Number(price.amount), { style: 'currency', currency: price.currency }),
    ]
    return { value: code, label: parts.filter((part) => part).join(' · ') }
  })
  return [{ value: '', label: formatMessage({ id: 'editor.noPrint' }) }, ...sizes]
}

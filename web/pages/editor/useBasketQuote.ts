import { useState } from 'react'
import type { PrintQuoteInput } from '../../__generated__/usePrintQuoteQuery.graphql.ts'
import { type PrintQuote, usePrintQuote } from './usePrintQuote.ts'

/**
 * The quote of a basket, and what became of its voucher. Each quote with an unknown code counts as a guess, so such a
 * code is asked for only when it is applied, and not for each change of the basket.
 * @param basket null: there is nothing to price
 */
export function useBasketQuote(basket: PrintQuoteInput | null) {
  const [refused, setRefused] = useState<PrintQuote['voucher'] | null>(null)
  const isRefused = basket !== null && refused !== null && refused.code === basket.voucherCode
  const { refresh, ...priced } = usePrintQuote(isRefused ? { ...basket, voucherCode: null } : basket)
  const answered = priced.isPending ? null : (priced.quote?.voucher ?? null)
  const isGuess = answered?.state === 'UNKNOWN' || answered?.state === 'TOO_MANY_ATTEMPTS'
  if (isGuess && answered !== refused) setRefused(answered)
  return {
    ...priced,
    refresh,
    /** Null while nothing is known. */
    voucher: isRefused ? refused : answered,
    /** Asks again, also for a code that was unknown. */
    askAgain: () => {
      setRefused(null)
      refresh()
    },
  }
}

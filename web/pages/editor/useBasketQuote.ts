import { useState } from 'react'
import type { PrintQuoteInput } from '../../__generated__/usePrintQuoteQuery.graphql.ts'
import { type PrintQuote, usePrintQuote } from './usePrintQuote.ts'

/**
 * The quote of a basket, and the state of its voucher. The service counts each quote with an unknown code as a guess.
 * So such a code is sent only when the customer applies it, and not again after each change of the basket.
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
    /** Null until the state of the voucher is known. */
    voucher: isRefused ? refused : answered,
    /** Asks again, even for a code that was unknown. */
    askAgain: () => {
      setRefused(null)
      refresh()
    },
  }
}

import { useCallback, useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { PrintQuoteInput, usePrintQuoteQuery } from '../../__generated__/usePrintQuoteQuery.graphql.ts'

/** Debounce (ms): the basket is priced this long after the last change. */
const debounceTime = 400

const query = graphql`
  query usePrintQuoteQuery($input: PrintQuoteInput!) {
    viewer {
      printQuote(input: $input) {
        sizes {
          size
          unitPrice {
            amount
            currency
          }
        }
        lines {
          size
          quantity
          total {
            amount
            currency
          }
        }
        voucher {
          code
          state
          minimumOrder {
            amount
            currency
          }
        }
        discount {
          amount
          currency
        }
        delivery {
          amount
          currency
        }
        vatRate
        tax {
          amount
          currency
        }
        total {
          amount
          currency
        }
      }
    }
  }
`

/** The voucher states for which the page has a text. */
const voucherStates = [
  'ACCEPTED',
  'UNKNOWN',
  'USED',
  'RESERVED',
  'EXPIRED',
  'NOT_FOR_PRODUCTS',
  'BELOW_MINIMUM',
  'WRONG_CURRENCY',
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
] as const

/** An amount of money, as the gateway sends it. */
export interface Price {
  readonly amount: string
  readonly currency: string
}

/** What a basket costs. */
export interface PrintQuote {
  /** The price of one print in each size, by the code of the size. */
  readonly sizes: readonly { readonly size: string; readonly unitPrice: Price }[]
  readonly lines: readonly { readonly size: string; readonly quantity: number; readonly total: Price }[]
  readonly voucher: {
    readonly code: string
    /** Null for a state that this client does not know. */
    readonly state: (typeof voucherStates)[number] | null
    readonly minimumOrder: Price | null
  } | null
  readonly discount: Price
  readonly delivery: Price
  /** In percent. */
  readonly vatRate: string
  readonly tax: Price
  readonly total: Price
}

/** The latest quote, which may belong to an earlier state of the basket. */
export interface QuoteState {
  readonly quote: PrintQuote | null
  /** The basket is being priced, or will be. */
  readonly isPending: boolean
  readonly isFailed: boolean
  /** Prices the basket again. */
  readonly refresh: () => void
}

/**
 * Prices a basket after each change.
 * @param input null: there is nothing to price
 */
export function usePrintQuote(input: PrintQuoteInput | null): QuoteState {
  const environment = useRelayEnvironment()
  const [round, setRound] = useState(0)
  // A string, because the input is a new object at each rendering, and would start the effect again.
  const wanted = input === null ? null : `${round} ${JSON.stringify(input)}`
  const [answered, setAnswered] = useState<{ wanted: string; quote: PrintQuote | null } | null>(null)
  const [latest, setLatest] = useState<PrintQuote | null>(null)
  useEffect(() => {
    if (wanted === null) return undefined
    let subscription: { unsubscribe(): void } | undefined
    const answer = (quote: PrintQuote | null) => {
      setAnswered({ wanted, quote })
      if (quote) setLatest(quote)
    }
    const timer = setTimeout(() => {
      // `wanted` consists of `round`, a space, and the input as JSON.
      const variables = { input: JSON.parse(wanted.slice(wanted.indexOf(' ') + 1)) as PrintQuoteInput }
      subscription = fetchQuery<usePrintQuoteQuery>(environment, query, variables, {
        networkCacheConfig: { force: true },
      }).subscribe({
        next: ({ viewer }) => answer(viewer?.printQuote ? quoteOf(viewer.printQuote) : null),
        error: () => answer(null),
      })
    }, debounceTime)
    return () => {
      clearTimeout(timer)
      subscription?.unsubscribe()
    }
  }, [environment, wanted])
  const isAnswered = wanted !== null && answered?.wanted === wanted
  return {
    quote: wanted === null ? null : latest,
    isPending: wanted !== null && !isAnswered,
    isFailed: isAnswered && answered.quote === null,
    refresh: useCallback(() => setRound((count) => count + 1), []),
  }
}

type Answer = NonNullable<NonNullable<usePrintQuoteQuery['response']['viewer']>['printQuote']>

function quoteOf({ sizes, lines, voucher, discount, delivery, vatRate, tax, total }: Answer): PrintQuote {
  return {
    sizes: sizes.map(({ size, unitPrice }) => ({ size, unitPrice: priceOf(unitPrice) })),
    lines: lines.map(({ size, quantity, total: price }) => ({ size, quantity, total: priceOf(price) })),
    voucher: voucher ? voucherOf(voucher) : null,
    discount: priceOf(discount),
    delivery: priceOf(delivery),
    vatRate,
    tax: priceOf(tax),
    total: priceOf(total),
  }
}

function voucherOf({ code, state, minimumOrder }: NonNullable<Answer['voucher']>): PrintQuote['voucher'] {
  return {
    code,
    state: voucherStates.find((known) => known === state) ?? null,
    minimumOrder: minimumOrder ? priceOf(minimumOrder) : null,
  }
}

function priceOf({ amount, currency }: Price): Price {
  return { amount, currency }
}

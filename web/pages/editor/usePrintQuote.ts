import { useCallback, useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { PrintQuoteInput, usePrintQuoteQuery } from '../../__generated__/usePrintQuoteQuery.graphql.ts'

/** How long (ms) a customer must make no change before the basket is priced. */
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

/** What a basket costs. */
export type PrintQuote = NonNullable<NonNullable<usePrintQuoteQuery['response']['viewer']>['printQuote']>

/** The latest quote, which may belong to an earlier state of the basket. */
export interface QuoteState {
  readonly quote: PrintQuote | null
  /** The basket is being priced, or will be. */
  readonly isPending: boolean
  readonly isFailed: boolean
  /** Prices the basket again. */
  refresh(): void
}

/**
 * Prices a basket after each change.
 * @param input null: there is nothing to price
 */
export function usePrintQuote(input: PrintQuoteInput | null): QuoteState {
  const environment = useRelayEnvironment()
  const [round, setRound] = useState(0)
  // A text, because the input is a new object at each rendering.
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
      // The text was written above.
      const variables = { input: JSON.parse(wanted.slice(wanted.indexOf(' ') + 1)) as PrintQuoteInput }
      subscription = fetchQuery<usePrintQuoteQuery>(environment, query, variables, {
        networkCacheConfig: { force: true },
      }).subscribe({
        next: ({ viewer }) => answer(viewer?.printQuote ?? null),
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

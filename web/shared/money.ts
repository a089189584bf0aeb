import { useIntl } from 'react-intl'

/** An amount of money, as the API has it. */
export interface Money {
  /** In units of the currency, as text: `12.50`. */
  readonly amount: string
  /** The currency as an ISO 4217 code: `EUR`. */
  readonly currency: string
}

/** Returns a function that formats amounts in the customer's language. */
export function useMoney(): (money: Money) => string {
  const { formatNumber } = useIntl()
  return ({ amount, currency }) => formatNumber(Number(amount), { style: 'currency', currency })
}

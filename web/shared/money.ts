import { useIntl } from 'react-intl'
import { graphql, readInlineData } from 'react-relay/hooks'
import type { money_amount$key } from '../__generated__/money_amount.graphql.ts'

const fragment = graphql`
  fragment money_amount on Money @inline {
    amount
    currency
  }
`

/** Returns a function that formats an amount in the customer's language; a reduction has a minus sign. */
export function useMoney(): (money: money_amount$key, kind?: 'reduction') => string {
  const { formatNumber } = useIntl()
  return (money, kind) => {
    const { amount, currency } = readInlineData(fragment, money)
    return formatNumber(kind === 'reduction' ? -Number(amount) : Number(amount), { style: 'currency', currency })
  }
}

import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { AppLink } from '../../../shared/AppLink.tsx'
import { OrderLink } from '../../../shared/storage/OrderLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { actionLink } from '../../../ui/actionLink.ts'
import { type OrdersAddress, writeOrdersAddress } from './ordersAddress.ts'

interface NoOrdersProps {
  readonly address: OrdersAddress
}

/** Shown in place of an empty list. Links to the other list of orders and, without a search or a year, to the shop. */
export function NoOrders({ address }: NoOrdersProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { state, search: text, year } = address
  const other = state === 'history' ? 'inProgress' : 'history'
  const otherList = (
    <AppLink
      to={{ search: writeOrdersAddress(search, { ...address, state: other, page: 1, year: null }) }}
      className={actionLink}
    >
      <FormattedMessage id={`orders.to.${other}`} />
    </AppLink>
  )
  if (text !== '' || year !== null) {
    return (
      <EmptyState title={formatMessage({ id: 'orders.noneFound' })} action={otherList}>
        <FormattedMessage id="orders.noneFoundText" />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={formatMessage({ id: `orders.empty.${state}` })}
      action={
        <>
          <OrderLink variant="primary" />
          {otherList}
        </>
      }
    >
      <FormattedMessage id="orders.emptyText" />
    </EmptyState>
  )
}

/** Shown for a page without orders while the number of pages is unknown. */
export function NoOrdersOnPage({ address }: NoOrdersProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const first = (
    <AppLink to={{ search: writeOrdersAddress(search, { ...address, page: 1 }) }} className={actionLink}>
      <FormattedMessage id="orders.toFirst" />
    </AppLink>
  )
  return <EmptyState title={formatMessage({ id: 'orders.emptyPage' }, { page: address.page })} action={first} />
}

import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { AppLink } from '../../../shared/AppLink.tsx'
import { classes } from '../../../ui/classes.ts'
import tab from '../../../ui/Tab.module.css'
import { type OrdersAddress, orderStates, writeOrdersAddress } from './ordersAddress.ts'
import styles from './OrdersTabs.module.css'

/** The tabs of the two lists. They keep the search, but not the year, because the orders in progress are recent. */
export function OrdersTabs({ address }: { readonly address: OrdersAddress }) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  return (
    <nav aria-label={formatMessage({ id: 'orders.lists' })}>
      <ul className={styles.list}>
        {orderStates.map((state) => (
          <li key={state}>
            <AppLink
              to={{ search: writeOrdersAddress(search, { ...address, state, page: 1, year: null }) }}
              aria-current={state === address.state ? 'page' : undefined}
              className={classes(tab.tab, styles.tab)}
            >
              <FormattedMessage id={`orders.list.${state}`} />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

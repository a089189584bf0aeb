import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { ordersPath } from '../../../shared/paths.ts'
import { OrderLink } from '../../../shared/storage/OrderLink.tsx'
import { actionLink } from '../../../ui/actionLink.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './BooksList.module.css'

/**
 * Shown when there are no online books. Links to the shop. Also links to the orders, where the customer can make online
 * books from ordered photo books.
 */
export function NoBooks() {
  const { formatMessage } = useIntl()
  return (
    <EmptyState
      title={formatMessage({ id: 'onlineBooks.empty' })}
      action={
        <div className={styles.next}>
          <OrderLink variant="primary" label={formatMessage({ id: 'projects.toShop' })} />
          <AppLink to={ordersPath} className={actionLink}>
            <FormattedMessage id="order.all" />
          </AppLink>
        </div>
      }
    >
      <FormattedMessage id="onlineBooks.emptyText" />
    </EmptyState>
  )
}

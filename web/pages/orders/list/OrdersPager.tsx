import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { AppLink } from '../../../shared/AppLink.tsx'
import { classes } from '../../../ui/classes.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { type OrdersAddress, writeOrdersAddress } from './ordersAddress.ts'
import styles from './OrdersPager.module.css'

export interface OrdersPagerProps {
  readonly address: OrdersAddress
  /** How many pages there are; null if this is unknown. */
  readonly pages: number | null
  readonly hasNext: boolean
}

/** The links to the previous and the next page of orders. */
export function OrdersPager({ address, pages, hasNext }: OrdersPagerProps) {
  const { formatMessage } = useIntl()
  const { page } = address
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={formatMessage({ id: 'orders.pages' })} className={styles.pager}>
      {page > 1 && (
        <PageLink address={address} page={page - 1} rel="prev" className={styles.previous}>
          <ChevronLeftIcon size={18} />
          <FormattedMessage id="orders.previous" />
        </PageLink>
      )}
      <p className={styles.place}>
        {pages === null ? (
          <FormattedMessage id="orders.page" values={{ page }} />
        ) : (
          <FormattedMessage id="orders.pageOf" values={{ page, pages }} />
        )}
      </p>
      {hasNext && (
        <PageLink address={address} page={page + 1} rel="next" className={styles.next}>
          <FormattedMessage id="orders.next" />
          <ChevronRightIcon size={18} />
        </PageLink>
      )}
    </nav>
  )
}

interface PageLinkProps {
  readonly address: OrdersAddress
  readonly page: number
  readonly rel: 'prev' | 'next'
  readonly className: string | undefined
  readonly children: ReactNode
}

function PageLink({ address, page, rel, className, children }: PageLinkProps) {
  const { search } = useLocation()
  const to = { search: writeOrdersAddress(search, { ...address, page }) }
  return (
    <AppLink to={to} rel={rel} className={classes(styles.link, className)}>
      {children}
    </AppLink>
  )
}

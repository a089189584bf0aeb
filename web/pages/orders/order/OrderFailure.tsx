import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { ordersPath } from '../../../shared/paths.ts'
import { actionLink } from '../../../ui/actionLink.ts'
import styles from './OrderFailure.module.css'

/** An order that could not be loaded or does not exist: the message with its retry, customer care, and the list. */
export function OrderFailure({ children }: { readonly children: ReactNode }) {
  const { links } = useSession().config
  return (
    <>
      {children}
      <p className={styles.links}>
        <a href={links.customerCare} className={actionLink}>
          <FormattedMessage id="order.contact" />
        </a>
        <AppLink to={ordersPath} className={actionLink}>
          <FormattedMessage id="order.all" />
        </AppLink>
      </p>
    </>
  )
}

import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './PaymentMethodSkeleton.module.css'

/** Shown until the payment method is loaded. */
export function PaymentMethodSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <>
      <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      <Skeleton className={styles.method} />
      <Skeleton className={styles.button} />
    </>
  )
}

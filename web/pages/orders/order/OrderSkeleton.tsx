import { useIntl } from 'react-intl'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './OrderSkeleton.module.css'
import summary from './OrderSummary.module.css'
import view from './OrderView.module.css'

/** Shown until the order is loaded. */
export function OrderSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <>
      <div className={summary.summary}>
        <output className={summary.facts}>
          <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
          <Skeleton className={styles.status} />
        </output>
        <Skeleton className={styles.headline} />
      </div>
      <div aria-hidden="true" className={view.columns}>
        <div className={view.column}>
          <Skeleton className={styles.large} />
          <Skeleton className={styles.medium} />
        </div>
        <div className={view.column}>
          <Skeleton className={styles.medium} />
          <Skeleton className={styles.large} />
        </div>
      </div>
    </>
  )
}

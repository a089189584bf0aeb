import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './OverviewSkeleton.module.css'

/** Shown until the overview's data is there. */
export function OverviewSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div>
      <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      <Skeleton className={styles.title} />
      <Skeleton className={styles.photos} />
    </div>
  )
}

import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ConnectedAppsPage.module.css'

/** Shown until the connected apps are loaded, in about the same space. */
export function ConnectedAppsSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.list}>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      {[0, 1].map((row) => (
        <div key={row} className={styles.item}>
          <div className={styles.about}>
            <Skeleton className={styles.skeletonName} />
            <Skeleton className={styles.skeletonFacts} />
            <Skeleton className={styles.skeletonScopes} />
          </div>
          <Skeleton className={styles.skeletonButton} />
        </div>
      ))}
    </div>
  )
}

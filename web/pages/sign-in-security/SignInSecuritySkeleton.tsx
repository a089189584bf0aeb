import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './SignInSecurityPage.module.css'

/** Shown until the password, sessions and passkeys are loaded, in about the same space. */
export function SignInSecuritySkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.sections}>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <div className={styles.section}>
        <Skeleton className={styles.skeletonHeading} />
        <div className={styles.after}>
          <Skeleton className={styles.skeletonButton} />
        </div>
      </div>
      {[2, 1].map((rows) => (
        <div key={rows} className={styles.section}>
          <Skeleton className={styles.skeletonHeading} />
          <div className={styles.list}>
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className={styles.item}>
                <div className={styles.about}>
                  <Skeleton className={styles.skeletonName} />
                  <Skeleton className={styles.skeletonFacts} />
                </div>
                <Skeleton className={styles.skeletonButton} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

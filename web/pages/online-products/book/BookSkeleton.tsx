import { FieldsSkeleton } from '../../../shared/settings/FieldsSkeleton.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './BookSkeleton.module.css'
import summary from './BookSummary.module.css'
import view from './BookView.module.css'

/** Shown until the book is loaded, in the same columns as the book. */
export function BookSkeleton() {
  return (
    <div className={view.view}>
      <div className={summary.summary}>
        <div className={summary.cover}>
          <Skeleton className={styles.cover} />
        </div>
        <div className={summary.about}>
          <Skeleton className={styles.title} />
          <Skeleton className={styles.facts} />
        </div>
      </div>
      <div className={view.sections}>
        <FieldsSkeleton count={3} />
      </div>
    </div>
  )
}

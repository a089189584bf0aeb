import { useIntl } from 'react-intl'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import item from './BookListItem.module.css'
import list from './BooksList.module.css'
import styles from './BooksSkeleton.module.css'

/** The number of placeholders: enough to fill the first screen. Most customers have less than a full page of books. */
const shown = [0, 1, 2, 3, 4, 5]

/** Shown until the books are loaded, in the same grid as the books. */
export function BooksSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <div className={list.position}>
        <Skeleton className={styles.position} />
      </div>
      <div className={list.list}>
        {shown.map((place) => (
          <div key={place} className={item.item}>
            <Skeleton className={styles.cover} />
            <div className={item.about}>
              <Skeleton className={styles.title} />
              <Skeleton className={styles.facts} />
              <Skeleton className={styles.facts} />
            </div>
            <Skeleton className={styles.button} />
          </div>
        ))}
      </div>
    </>
  )
}

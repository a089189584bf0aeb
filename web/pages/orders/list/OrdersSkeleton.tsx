import { useIntl } from 'react-intl'
import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import card from '../../../shared/orders/OrderCard.module.css'
import pictures from '../../../shared/orders/LinePictures.module.css'
import item from './OrderListItem.module.css'
import list from './OrdersList.module.css'
import styles from './OrdersSkeleton.module.css'

/** Shown until the orders are loaded. */
export function OrdersSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <>
      <output className={list.count}>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <div aria-hidden="true" className={list.list}>
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={classes(card.card, item.item)}>
            <Skeleton className={pictures.pictures} />
            <div className={item.about}>
              <Skeleton className={styles.title} />
              <Skeleton className={styles.facts} />
              <Skeleton className={styles.next} />
            </div>
            <div className={item.end}>
              <Skeleton className={styles.status} />
              <Skeleton className={styles.total} />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './LatestOrder.module.css'

/** Takes the place of an order until the answer is there. */
export function LatestOrderSkeleton() {
  return <Skeleton className={styles.skeleton} />
}

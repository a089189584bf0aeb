import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './PartSkeleton.module.css'

export interface PartSkeletonProps {
  /** The height in pixels. */
  readonly height: number
}

/** Shown in place of a part of the overview until its data is loaded. */
export function PartSkeleton({ height }: PartSkeletonProps) {
  return (
    <div style={{ height }}>
      <Skeleton className={styles.skeleton} />
    </div>
  )
}

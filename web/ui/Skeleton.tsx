import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  readonly className?: string | undefined
}

/** A placeholder for content that is loading. Hidden from screen readers. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classes(styles.skeleton, className)} />
}

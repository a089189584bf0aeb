import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  readonly className?: string | undefined
}

/** A quiet shape where something is about to appear. Screen readers do not meet it. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classes(styles.skeleton, className)} />
}

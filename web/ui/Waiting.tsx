import { classes } from './classes.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './Waiting.module.css'

export interface WaitingProps {
  /** What is waited for, read aloud. */
  readonly label: string
  readonly className?: string | undefined
}

/** Fills the window while nothing can be shown yet; visible only when that takes a while. */
export function Waiting({ label, className }: WaitingProps) {
  return (
    <output className={classes(styles.page, className)}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true" className={styles.track} />
    </output>
  )
}

import { classes } from './classes.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './Waiting.module.css'

export interface WaitingProps {
  /** The text for screen readers. */
  readonly label: string
  readonly className?: string | undefined
}

/** Fills the window while the page loads. Becomes visible only after a delay. */
export function Waiting({ label, className }: WaitingProps) {
  return (
    <output className={classes(styles.page, className)}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true" className={styles.track} />
    </output>
  )
}

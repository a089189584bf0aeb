import { classes } from './classes.ts'
import styles from './Prints.module.css'

export interface PrintsProps {
  readonly isLarge?: boolean
  /** True while something is dragged over the prints. */
  readonly isSpread?: boolean
}

/** A picture of three overlapping prints, for places where photos will appear. */
export function Prints({ isLarge = false, isSpread = false }: PrintsProps) {
  return (
    <div aria-hidden="true" className={classes(styles.prints, isLarge && styles.isLarge, isSpread && styles.isSpread)}>
      <span className={classes(styles.print, styles.left)} />
      <span className={classes(styles.print, styles.right)} />
      <span className={classes(styles.print, styles.front)} />
    </div>
  )
}

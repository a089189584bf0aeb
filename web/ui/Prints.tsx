import { classes } from './classes.ts'
import styles from './Prints.module.css'

export interface PrintsProps {
  readonly isLarge?: boolean
  /** Something is held over them. */
  readonly isSpread?: boolean
}

/** Three prints, one over the other, for places where photos are to come. */
export function Prints({ isLarge = false, isSpread = false }: PrintsProps) {
  return (
    <div aria-hidden="true" className={classes(styles.prints, isLarge && styles.isLarge, isSpread && styles.isSpread)}>
      <span className={classes(styles.print, styles.left)} />
      <span className={classes(styles.print, styles.right)} />
      <span className={classes(styles.print, styles.front)} />
    </div>
  )
}

import { classes } from '../../../ui/classes.ts'
import styles from './Prints.module.css'

/** Three prints; they spread when something is held over them. */
export function Prints({ isSpread }: { readonly isSpread: boolean }) {
  return (
    <div aria-hidden="true" className={classes(styles.prints, isSpread && styles.isSpread)}>
      <span className={classes(styles.print, styles.left)} />
      <span className={classes(styles.print, styles.right)} />
      <span className={classes(styles.print, styles.front)} />
    </div>
  )
}

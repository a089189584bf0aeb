import { classes } from './classes.ts'
import styles from './ActionLink.module.css'

/** The class of a link that is an action of its own: as high as a touch target. */
export const actionLink = classes(styles.link)

import { classes } from './classes.ts'
import styles from './ActionLink.module.css'

/** The class of a link that stands alone as the next step: as high as a touch target. */
export const actionLink = classes(styles.link)

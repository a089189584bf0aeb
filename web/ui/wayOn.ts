import { classes } from './classes.ts'
import styles from './WayOn.module.css'

/** The class of a link that is the way on from what a page says: with room for a finger. */
export const wayOn = classes(styles.link)

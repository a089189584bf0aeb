import { FormattedMessage } from 'react-intl'
import { NoPictureIcon } from '../ui/icons.tsx'
import { classes } from '../ui/classes.ts'
import styles from './PhotoImage.module.css'

/** What a frame holds instead of a picture that cannot be shown. */
export function NotShown() {
  return (
    <span className={classes(styles.frame, styles.notShown)}>
      <NoPictureIcon size={28} />
      <FormattedMessage id="photo.notShown" />
    </span>
  )
}

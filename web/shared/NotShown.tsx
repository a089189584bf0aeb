import { FormattedMessage } from 'react-intl'
import { NoPictureIcon } from '../ui/icons.tsx'
import { classes } from '../ui/classes.ts'
import styles from './PhotoImage.module.css'

/** What a frame holds instead of a picture that cannot be shown. The surrounding element says so in its name. */
export function NotShown() {
  return (
    <span aria-hidden="true" className={classes(styles.frame, styles.notShown)}>
      <NoPictureIcon size={28} />
      <FormattedMessage id="photo.notShown" />
    </span>
  )
}

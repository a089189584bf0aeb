import { FormattedMessage } from 'react-intl'
import { NoPictureIcon } from '../ui/icons.tsx'
import { classes } from '../ui/classes.ts'
import styles from './Picture.module.css'

export interface NotShownProps {
  /** False on the cover of an album, where the text would seem to be about the album. */
  readonly hasText: boolean
}

/** Replaces a picture that cannot be shown. The accessible name of the surrounding element says so too. */
export function NotShown({ hasText }: NotShownProps) {
  return (
    <span aria-hidden="true" className={classes(styles.frame, styles.notShown)}>
      <NoPictureIcon size={28} />
      {hasText && (
        <span className={styles.notShownText}>
          <FormattedMessage id="photo.notShown" />
        </span>
      )}
    </span>
  )
}

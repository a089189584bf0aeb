import { FormattedMessage } from 'react-intl'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { NoPictureIcon } from '../../../ui/icons.tsx'
import styles from './PictureNotShown.module.css'
import type { NotShownReason } from './notShownReason.ts'

export interface PictureNotShownProps {
  readonly id: string
  readonly reason: NotShownReason
}

/** Says in the place of the picture why it cannot be shown, and that the file is kept. */
export function PictureNotShown({ id, reason }: PictureNotShownProps) {
  useMarkFirstView(true)
  return (
    <span id={id} className={styles.notice}>
      <NoPictureIcon size={40} />
      <span className={styles.title}>
        <FormattedMessage id="preview.notShown.title" />
      </span>{' '}
      <FormattedMessage id={`preview.notShown.${reason}`} /> <FormattedMessage id="preview.notShown.keep" />
    </span>
  )
}

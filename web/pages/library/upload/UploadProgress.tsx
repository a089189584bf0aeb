import { FormattedMessage, useIntl } from 'react-intl'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { progressNote, progressCounts, progressPercent } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'
import styles from './UploadProgress.module.css'

/** The progress of all uploads: counts, a bar and the remaining time. */
export function UploadProgress({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  const intl = useIntl()
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span className={styles.counts}>
          <FormattedMessage id="upload.progress.counts" values={progressCounts(snapshot)} />
        </span>
        <span className={styles.progressNote}>{progressNote(snapshot, intl)}</span>
      </div>
      <ProgressBar label={intl.formatMessage({ id: 'upload.progress.label' })} value={progressPercent(snapshot)} />
    </div>
  )
}

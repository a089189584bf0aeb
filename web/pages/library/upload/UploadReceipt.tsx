import { useIntl } from 'react-intl'
import { classes } from '../../../ui/classes.ts'
import { CheckIcon, InfoIcon } from '../../../ui/laterIcons.tsx'
import { receiptLines } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'
import styles from './UploadReceipt.module.css'

/** The results: how many photos were added, were duplicates, or failed. */
export function UploadReceipt({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  const { counts, albumCounts } = snapshot
  const isGood = counts.failed + counts.cancelled + albumCounts.failed === 0
  const [first, ...others] = receiptLines(snapshot, useIntl())
  return (
    <div className={classes(styles.receipt, isGood && styles.good)}>
      {isGood ? <CheckIcon /> : <InfoIcon />}
      <div>
        <p className={styles.first}>{first}</p>
        {others.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}

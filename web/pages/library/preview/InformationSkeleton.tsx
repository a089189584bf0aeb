import { useIntl } from 'react-intl'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './InformationPanel.module.css'

const lines = ['taken', 'uploaded', 'file', 'dimensions', 'size'] as const

/** The placeholder while the details load. */
export function InformationSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <output className={styles.facts}>
      <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      {lines.map((line) => (
        <span key={line} className={styles.fact}>
          <Skeleton className={styles.skeletonTerm} />
          <Skeleton className={styles.skeletonValue} />
        </span>
      ))}
    </output>
  )
}

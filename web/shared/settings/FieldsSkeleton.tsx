import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FieldsSkeleton.module.css'

/** Shown until a form is loaded. @param props.count how many fields it has */
export function FieldsSkeleton({ count }: { readonly count: number }) {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.fields}>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={styles.field}>
          <Skeleton className={styles.label} />
          <Skeleton className={styles.input} />
        </div>
      ))}
    </div>
  )
}

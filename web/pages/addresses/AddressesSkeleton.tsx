import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import list from './AddressesList.module.css'
import styles from './AddressesSkeleton.module.css'

/** Shown until the addresses are loaded. */
export function AddressesSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div className={list.page}>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <Skeleton className={styles.button} />
      <div aria-hidden="true" className={list.list}>
        <Skeleton className={styles.address} />
        <Skeleton className={styles.address} />
      </div>
    </div>
  )
}

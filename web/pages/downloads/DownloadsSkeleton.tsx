import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import item from './DownloadListItem.module.css'
import list from './DownloadsList.module.css'
import styles from './DownloadsSkeleton.module.css'

/** Shown until the downloads are loaded. */
export function DownloadsSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div className={list.list}>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      {[0, 1, 2].map((row) => (
        <div key={row} className={item.item}>
          <div className={item.about}>
            <Skeleton className={styles.title} />
            <Skeleton className={styles.facts} />
          </div>
          <Skeleton className={styles.button} />
        </div>
      ))}
    </div>
  )
}

import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './EditorPhotos.module.css'

/** Shown until the editor's photos are loaded. */
export function EditorSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <output>
      <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      <span aria-hidden="true" className={styles.photos}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className={styles.placeholder} />
        ))}
      </span>
    </output>
  )
}

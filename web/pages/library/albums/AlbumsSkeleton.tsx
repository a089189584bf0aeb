import { useIntl } from 'react-intl'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import card from './AlbumCard.module.css'
import grid from './AlbumsGrid.module.css'
import styles from './AlbumsSkeleton.module.css'

/** Shown until the albums are loaded. */
export function AlbumsSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div className={grid.frame}>
      <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      <ul aria-hidden="true" className={grid.grid}>
        <SkeletonCards count={10} />
      </ul>
    </div>
  )
}

/** Placeholders for albums that are being loaded. */
export function SkeletonCards({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} aria-hidden="true" className={card.item}>
      <div className={card.card}>
        <span className={card.pages}>
          <Skeleton className={card.cover} />
        </span>
        <Skeleton className={styles.name} />
        <Skeleton className={styles.fact} />
        <Skeleton className={styles.fact} />
      </div>
    </li>
  ))
}

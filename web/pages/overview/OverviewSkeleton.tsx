import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { LatestFrame } from './LatestFrame.tsx'
import { Counts } from './LibrarySummary.tsx'
import styles from './LatestPhotos.module.css'

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** Shown until the overview's data arrives. It has the same links, and tiles of the same size. */
export function OverviewSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <>
      <LatestFrame>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
        <div aria-hidden="true" className={styles.grid}>
          {tiles.map((tile) => (
            <div key={tile} className={styles.item}>
              <Skeleton className={styles.tile} />
            </div>
          ))}
        </div>
      </LatestFrame>
      <Counts photos={null} albums={null} />
    </>
  )
}

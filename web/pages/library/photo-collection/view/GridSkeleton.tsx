import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import { gridMetrics } from '../grid/justifiedLayout.ts'
import { PlaceholderGrid, estimatedRatios } from '../grid/PlaceholderGrid.tsx'
import { smallPageSize } from '../pages/pageSizes.ts'
import { titleHeight } from '../viewport/collectionGeometry.ts'
import { useElementWidth } from '../grid/useElementWidth.ts'
import styles from './GridSkeleton.module.css'

/**
 * The skeleton of a view whose photos are not counted yet. It has the size of a full page, and a title unless the
 * page's bar has one.
 */
export function GridSkeleton({ isUntitled = false }: { readonly isUntitled?: boolean }) {
  const { formatMessage } = useIntl()
  const container = useRef<HTMLDivElement>(null)
  const metrics = gridMetrics(useElementWidth(container))
  return (
    <div ref={container} className={styles.skeleton}>
      <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      <div className={styles.header} style={{ height: titleHeight }}>
        {!isUntitled && <Skeleton className={styles.title} />}
      </div>
      {metrics.width > 0 && <PlaceholderGrid ratios={estimatedRatios(smallPageSize)} metrics={metrics} />}
    </div>
  )
}

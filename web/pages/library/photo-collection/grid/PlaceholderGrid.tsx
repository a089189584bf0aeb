import { type GridMetrics, type Span, layoutRows, rowsWithin, usualRatio } from './justifiedLayout.ts'
import styles from './PlaceholderGrid.module.css'

export interface PlaceholderGridProps {
  /** Aspect ratio (width / height) of each photo, remembered or estimated. */
  readonly ratios: readonly number[]
  readonly metrics: GridMetrics
  /** See `isEnd` of GridSegment. */
  readonly isEnd?: boolean
  /** See `span` of GridSegment. */
  readonly span?: Span | undefined
}

/** The frames of photos that are being loaded. */
export function PlaceholderGrid({ metrics, ratios, isEnd = true, span }: PlaceholderGridProps) {
  const { rows, height } = layoutRows(ratios, metrics, isEnd)
  return (
    <div aria-hidden="true" className={styles.grid} style={{ height }}>
      {rowsWithin(rows, span).flatMap((row) =>
        row.tiles.map((tile) => (
          <span
            key={`${row.top} ${tile.left}`}
            className={styles.tile}
            style={{ top: row.top, insetInlineStart: tile.left, width: tile.width, height: row.height }}
          />
        )),
      )}
    </div>
  )
}

/** Estimated aspect ratios, for photos that are counted but not loaded. */
export function estimatedRatios(count: number): readonly number[] {
  return Array.from({ length: count }, () => usualRatio)
}

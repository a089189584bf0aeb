import { layoutRows, usualRatio } from './justifiedLayout.ts'
import type { GridMetrics } from './justifiedLayout.ts'
import styles from './PlaceholderGrid.module.css'

export interface PlaceholderGridProps {
  readonly count: number
  readonly metrics: GridMetrics
  /** The photos' ratios, where they are known from before. */
  readonly ratios?: readonly number[] | undefined
}

/** The frames of photos that are on their way. */
export function PlaceholderGrid({ count, metrics, ratios }: PlaceholderGridProps) {
  const { rows, height } = layoutRows(ratios ?? estimatedRatios(count), metrics)
  return (
    <div aria-hidden="true" className={styles.grid} style={{ height }}>
      {rows.flatMap((row) =>
        row.tiles.map((tile) => (
          <span
            key={`${row.top} ${tile.left}`}
            className={styles.tile}
            style={{ top: row.top, left: tile.left, width: tile.width, height: row.height }}
          />
        )),
      )}
    </div>
  )
}

/** Ratios for photos of which only the number is known. */
export function estimatedRatios(count: number): readonly number[] {
  return Array.from({ length: count }, () => usualRatio)
}

import { type GridMetrics, type GridRow, type Span, layoutRows, rowsWithin, usualRatio } from './justifiedLayout.ts'
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

/**
 * The frames of photos that are being loaded. They are one shape: while a customer scrolls, most frames are gone before
 * their photos arrive. With an element for each frame, they were a third of the elements that the browser styled.
 */
export function PlaceholderGrid({ metrics, ratios, isEnd = true, span }: PlaceholderGridProps) {
  const { rows, height } = layoutRows(ratios, metrics, isEnd)
  return (
    <svg aria-hidden="true" className={styles.grid} width={metrics.width} height={height}>
      <path d={rowsWithin(rows, span).map(rowShape).join('')} />
    </svg>
  )
}

/** Half of the `stroke-width` (px) in the style sheet. The stroke makes the corners round. */
const border = 4

/** The path of a row's frames, from left to right. */
function rowShape({ top, height, tiles }: GridRow): string {
  return tiles
    .map(({ left, width }) => {
      const right = left + width - border
      return `M${left + border} ${top + border}H${right}v${height - 2 * border}H${left + border}z`
    })
    .join('')
}

/** Estimated aspect ratios, for photos that are counted but not loaded. */
export function estimatedRatios(count: number): readonly number[] {
  return Array.from({ length: count }, () => usualRatio)
}

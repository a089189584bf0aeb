import { GridFrame } from './GridFrame.tsx'
import { GridSegment } from './GridSegment.tsx'
import type { GridSegmentProps } from './GridSegment.tsx'

export interface PhotoGridProps extends Omit<GridSegmentProps, 'firstIndex' | 'isEnd'> {
  /** The id of the element that names the collection. */
  readonly labelledBy: string
}

/** The photos of a collection that is drawn in one piece. */
export function PhotoGrid({ labelledBy, ...segment }: PhotoGridProps) {
  return (
    <GridFrame labelledBy={labelledBy}>
      <GridSegment {...segment} />
    </GridFrame>
  )
}

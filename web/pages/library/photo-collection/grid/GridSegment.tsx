import { useLayoutEffect, useMemo, useRef } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { GridSegment_photos$key } from '../../../../__generated__/GridSegment_photos.graphql.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import { useViewGrid } from './gridContext.ts'
import { type GridMetrics, type Span, layoutRows, rowsWithin } from './justifiedLayout.ts'
import { PhotoRow } from './PhotoRow.tsx'
import styles from './GridSegment.module.css'

const fragment = graphql`
  fragment GridSegment_photos on Photo @relay(plural: true) {
    id
    ...PhotoRow_photos
  }
`

export interface GridSegmentProps {
  readonly collection: SelectableCollection
  readonly photos: GridSegment_photos$key
  readonly ratios: readonly number[]
  readonly metrics: GridMetrics
  /** Whether the photos are on the first screen: they are then not loaded lazily. */
  readonly isEager: boolean
  /** The path at which a photo opens. */
  readonly previewPath: (photoId: string) => string
  /** The index of the first photo within the collection; 0 by default. */
  readonly firstIndex?: number
  /** Whether no loaded photo follows; true by default. */
  readonly isEnd?: boolean
  /** The vertical range of the segment whose rows are in the document; all rows by default. */
  readonly span?: Span | undefined
}

/** Adjacent photos of a collection in justified rows. */
export function GridSegment(props: GridSegmentProps) {
  const { collection, ratios, metrics, isEager, previewPath, firstIndex = 0, isEnd = true, span } = props
  const photos = useFragment(fragment, props.photos)
  const view = useViewGrid()
  const element = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layoutRows(ratios, metrics, isEnd), [ratios, metrics, isEnd])
  const photosOf = useMemo(
    () => new Map(layout.rows.map((row) => [row, photos.slice(row.first, row.first + row.tiles.length)])),
    [photos, layout],
  )
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const ids = photos.map(({ id }) => id)
    return view.register({ collectionId: collection.id, firstIndex, isEnd, ids, layout, element: element.current })
  }, [view, collection.id, firstIndex, isEnd, photos, layout])
  return (
    <div
      ref={element}
      // Not a table element, because the browser would lay it out as part of a table.
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="rowgroup"
      data-collection={collection.id}
      className={styles.segment}
      style={{ height: layout.height }}
    >
      {rowsWithin(layout.rows, span).map((row) => (
        <PhotoRow
          key={row.first}
          row={row}
          photos={photosOf.get(row) ?? []}
          collectionId={collection.id}
          firstIndex={firstIndex + row.first}
          previewPath={previewPath}
          isEager={isEager}
        />
      ))}
    </div>
  )
}

import { useMemo, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoGrid_photos$key } from '../../../__generated__/PhotoGrid_photos.graphql.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import { moveInGrid } from './gridKeys.ts'
import { layoutRows } from './justifiedLayout.ts'
import type { GridMetrics } from './justifiedLayout.ts'
import { PhotoTile } from './PhotoTile.tsx'
import { useRowWindow } from './useRowWindow.ts'
import styles from './PhotoGrid.module.css'

const fragment = graphql`
  fragment PhotoGrid_photos on Photo @relay(plural: true) {
    id
    ...PhotoTile_photo
  }
`

export interface PhotoGridProps {
  readonly collection: SelectableCollection
  readonly photos: PhotoGrid_photos$key
  readonly ratios: readonly number[]
  readonly metrics: GridMetrics
  /** The id of the element that names the collection. */
  readonly labelledBy: string
  readonly isEager: boolean
  /** Where a photo opens. */
  readonly previewPath: (photoId: string) => string
}

/**
 * Photos in justified rows. One tab stop; arrow keys, Home and End move within, and on into the months before and
 * after. Of many rows only those around the screen are in the document.
 */
export function PhotoGrid({ photos: photosKey, ratios, metrics, labelledBy, isEager, previewPath }: PhotoGridProps) {
  const photos = useFragment(fragment, photosKey)
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const layout = useMemo(() => layoutRows(ratios, metrics), [ratios, metrics])
  const { from, to } = useRowWindow(list, layout.rows)
  const rows = layout.rows.slice(from, to)
  const firstShown = rows[0]?.first ?? 0
  const lastRow = rows.at(-1)
  const isActiveShown = active >= firstShown && active < (lastRow ? lastRow.first + lastRow.tiles.length : 0)
  const tabStop = isActiveShown ? active : firstShown
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = event.target.dataset['index']
    if (index !== undefined) setActive(Number(index))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const grid = list.current
    if (!grid) return
    grid.dataset['tooltips'] = event.key === 'Escape' ? 'dismissed' : 'shown'
    if (!event.altKey && !event.ctrlKey && !event.metaKey && moveInGrid(grid, layout, active, event.key)) {
      event.preventDefault()
    }
  }
  return (
    // The tiles are what is interacted with; their list only hears of it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-labelledby={labelledBy}
      data-photo-grid=""
      className={styles.grid}
      style={{ height: layout.height }}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {rows.flatMap((row) =>
        row.tiles.map((tile, position) => {
          const index = row.first + position
          const photo = photos[index]
          return (
            photo && (
              <li
                key={photo.id}
                className={styles.item}
                style={{ top: row.top, left: tile.left, width: tile.width, height: row.height }}
              >
                <PhotoTile
                  photo={photo}
                  to={previewPath(photo.id)}
                  isEager={isEager}
                  isTabStop={index === tabStop}
                  index={index}
                />
              </li>
            )
          )
        }),
      )}
    </ul>
  )
}

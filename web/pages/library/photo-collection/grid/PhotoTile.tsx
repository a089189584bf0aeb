import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoTile_photo$key } from '../../../../__generated__/PhotoTile_photo.graphql.ts'
import { AppLink } from '../../../../shared/AppLink.tsx'
import { usePhotoDate } from '../../../../shared/dates.ts'
import { PhotoImage } from '../../../../shared/PhotoImage.tsx'
import { useViewGrid } from './gridContext.ts'
import styles from './PhotoTile.module.css'

const fragment = graphql`
  fragment PhotoTile_photo on Photo {
    id
    fileName
    dateTaken
    ...PhotoImage_photo
  }
`

/** Read by the preview: closing it goes back. */
const openedFromLibrary = { isFromLibrary: true }

export interface PhotoTileProps {
  readonly photo: PhotoTile_photo$key
  readonly collectionId: string
  /** The how manieth of its collection it is. */
  readonly index: number
  /** Where the photo opens. */
  readonly to: string
  readonly isEager: boolean
  /** Pixels within its row. */
  readonly left: number
  readonly width: number
}

/**
 * A photo in a grid: opens it; says when it was taken; while photos are selected, it is what is checked. It follows
 * nothing but itself, so that selecting one of many photos draws that one again. The circle to select it by is no
 * element of its own: what is clicked beside the link is the circle.
 */
export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  const { photo, collectionId, index, to, isEager, left, width } = props
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, photo)
  const date = usePhotoDate(data.dateTaken)
  const link = useRef<HTMLAnchorElement>(null)
  const isTabStop = useTabStop(data.id, link)
  const isSelected = useIsSelected(collectionId, data.id)
  const tooltip = `taken-${data.id}`
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="gridcell" aria-selected={isSelected} className={styles.cell} style={{ left, width }}>
      <AppLink
        ref={link}
        to={to}
        state={openedFromLibrary}
        draggable={false}
        className={styles.tile}
        role={isSelected === undefined ? undefined : 'checkbox'}
        aria-checked={isSelected}
        tabIndex={isTabStop ? 0 : -1}
        data-index={index}
        data-photo={data.id}
        aria-label={formatMessage({ id: 'timeline.photo' }, { name: data.fileName ?? '' })}
        aria-describedby={date === null ? undefined : tooltip}
      >
        <PhotoImage photo={data} isEager={isEager} />
        {date !== null && (
          <span role="tooltip" id={tooltip} className={styles.tooltip}>
            {formatMessage({ id: 'timeline.takenOn' }, { date })}
          </span>
        )}
      </AppLink>
    </div>
  )
})

/** Whether the tab key reaches it: one photo of a view is enough, arrow keys reach the others. */
function useTabStop(photoId: string, link: { readonly current: HTMLElement | null }): boolean {
  const view = useViewGrid()
  const isTabStop = useSyncExternalStore(view.subscribe, () => view.active?.photoId === photoId)
  useLayoutEffect(() => (isTabStop && link.current ? view.hold(link.current) : undefined), [view, link, isTabStop])
  return isTabStop
}

/** Whether it is selected; undefined while nobody selects. */
function useIsSelected(collectionId: string, photoId: string): boolean | undefined {
  const { selection } = useViewGrid()
  return useSyncExternalStore(selection.subscribe, () =>
    selection.purpose === null ? undefined : selection.isSelected(collectionId, photoId),
  )
}

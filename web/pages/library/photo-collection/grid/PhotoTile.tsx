import { memo, use, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoTile_photo$key } from '../../../../__generated__/PhotoTile_photo.graphql.ts'
import { AppLink } from '../../../../shared/AppLink.tsx'
import { usePhotoDate } from '../../../../shared/dates.ts'
import { PhotoImage } from '../../../../shared/PhotoImage.tsx'
import { photoDescription, photoLabel } from '../../../../shared/photoLabel.ts'
import { PrintNoteContext, useViewGrid } from './gridContext.ts'
import styles from './PhotoTile.module.css'

const fragment = graphql`
  fragment PhotoTile_photo on Photo {
    id
    # photoLabel and photoDescription use it.
    # eslint-disable-next-line relay/unused-fields
    fileName
    dateTaken
    width
    height
    pictureProblem
    ...PhotoImage_photo
  }
`

/** The preview reads this state: closing the preview then goes back in the history. */
const openedFromLibrary = { isFromLibrary: true }

export interface PhotoTileProps {
  readonly photo: PhotoTile_photo$key
  readonly collectionId: string
  /** Index within its collection. */
  readonly index: number
  /** The path at which the photo opens. */
  readonly to: string
  readonly isEager: boolean
  /** The position within the row, in pixels. */
  readonly left: number
  readonly width: number
}

/**
 * A photo in a grid: a link that opens it, or a checkbox while photos are selected. It renders only when its own state
 * changes, so that selecting one of many photos renders one tile. The circle that selects the photo has no element of
 * its own. It belongs to the cell, so a click on the cell that is not on the link is a click on the circle.
 */
export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  const { photo, collectionId, index, to, isEager, left, width } = props
  const intl = useIntl()
  const data = useFragment(fragment, photo)
  const [isPointedAt, setPointedAt] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const isTabStop = useTabStop(data.id, link)
  const isSelected = useIsSelected(collectionId, data.id)
  const renderPrintNote = use(PrintNoteContext)
  const { width: pixelWidth, height: pixelHeight, pictureProblem } = data
  const note = `print-${data.id}`
  const description = photoDescription(data)
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="gridcell" aria-selected={isSelected} className={styles.cell} style={{ insetInlineStart: left, width }}>
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
        aria-label={photoLabel(data, intl)}
        aria-description={description}
        // `aria-describedby` overrides `aria-description`, so the second element repeats the description.
        aria-describedby={renderPrintNote ? `${note} ${note}-file` : undefined}
        onPointerEnter={() => setPointedAt(true)}
        onFocus={() => setPointedAt(true)}
      >
        <PhotoImage photo={data} isEager={isEager} />
        {renderPrintNote && (
          <span className={styles.note}>
            {renderPrintNote({ id: note, width: pixelWidth, height: pixelHeight, pictureProblem })}
            <span id={`${note}-file`} hidden>
              {description}
            </span>
          </span>
        )}
        {isPointedAt && <TakenOn dateTaken={data.dateTaken} />}
      </AppLink>
    </div>
  )
})

/**
 * The tooltip of a photo whose capture time is known. It is in the document only after the pointer or focus has reached
 * the photo: a tooltip for each photo would add an element and a formatted text to each tile that scrolls in.
 */
function TakenOn({ dateTaken }: { readonly dateTaken: string | null | undefined }) {
  const { formatMessage } = useIntl()
  const date = usePhotoDate(dateTaken)
  return (
    date !== null && (
      <span role="tooltip" className={styles.tooltip}>
        {formatMessage({ id: 'timeline.takenOn' }, { date })}
      </span>
    )
  )
}

/** Whether the Tab key reaches the photo. The key reaches one photo of a view; arrow keys reach the other photos. */
function useTabStop(photoId: string, link: { readonly current: HTMLElement | null }): boolean {
  const view = useViewGrid()
  const isTabStop = useSyncExternalStore(view.subscribe, () => view.active?.photoId === photoId)
  useLayoutEffect(() => (isTabStop && link.current ? view.hold(link.current) : undefined), [view, link, isTabStop])
  return isTabStop
}

/** Whether the photo is selected; undefined while no photos are being selected. */
function useIsSelected(collectionId: string, photoId: string): boolean | undefined {
  const { selection } = useViewGrid()
  return useSyncExternalStore(selection.subscribe, () =>
    selection.purpose === null ? undefined : selection.isSelected(collectionId, photoId),
  )
}

import { memo, use, useCallback, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoRow_photos$data, PhotoRow_photos$key } from '../../../../__generated__/PhotoRow_photos.graphql.ts'
import { usePhotoDate } from '../../../../shared/dates.ts'
import { NotShown } from '../../../../shared/NotShown.tsx'
import { photoDescription, photoLabel } from '../../../../shared/photoLabel.ts'
import { largeScreen, pictureUrl } from '../../../../shared/photoPicture.ts'
import { PictureImage, pictureFrame } from '../../../../shared/PictureImage.tsx'
import { useMediaQuery } from '../../../../shared/useMediaQuery.ts'
import { PrintNoteContext, useViewGrid } from './gridContext.ts'
import type { GridRow } from './justifiedLayout.ts'
import { photoLinkOf } from './photoLinkOf.ts'
import styles from './PhotoRow.module.css'

const fragment = graphql`
  fragment PhotoRow_photos on Photo @relay(plural: true) {
    id
    # photoLabel and photoDescription use it.
    # eslint-disable-next-line relay/unused-fields
    fileName
    dateTaken
    width
    height
    pictureProblem
    thumbhash
    small: thumbnail(width: 300) {
      url
    }
    large: thumbnail(width: 800) {
      url
    }
  }
`

export interface PhotoRowProps {
  /** The photos of the row. */
  readonly photos: PhotoRow_photos$key
  readonly row: GridRow
  readonly collectionId: string
  /** Index of the row's first photo within its collection. */
  readonly firstIndex: number
  /** The path at which a photo opens. */
  readonly previewPath: (photoId: string) => string
  /** Whether the photos are on the first screen: they are then not loaded lazily. */
  readonly isEager: boolean
}

/**
 * A row of photos. Each photo is a link that opens it, or a checkbox while photos are selected. Photos have no components
 * of their own, because their components, fragments and subscriptions made scrolling slower (docs/decisions/0302). The
 * circle that selects a photo has no element of its own. It belongs to the cell, so a click on the cell that is not on
 * the link is a click on the circle.
 */
export const PhotoRow = memo(function PhotoRow(props: PhotoRowProps) {
  const { row, collectionId, firstIndex, previewPath, isEager } = props
  const intl = useIntl()
  const photos = useFragment(fragment, props.photos)
  const isLarge = useMediaQuery(largeScreen)
  const view = useViewGrid()
  const tabStop = useTabStop(photos)
  // A ref and not an effect: React detaches refs before it removes the element, so the view can keep the focus.
  const hold = useCallback((link: HTMLElement | null) => (link ? view.hold(link) : undefined), [view])
  const selected = useSelected(collectionId, photos)
  const renderPrintNote = use(PrintNoteContext)
  const [pointedAt, setPointedAt] = useState<string>()
  return (
    <div
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="row"
      className={styles.row}
      style={{ top: row.top, height: row.height }}
      onPointerOver={({ target }) => setPointedAt(photoLinkOf(target)?.dataset['photo'])}
    >
      {row.tiles.map(({ left, width }, position) => {
        const photo = photos[position]
        if (!photo) return null
        const { id, pictureProblem } = photo
        const isSelected = selected ? selected[position] === '1' : undefined
        const note = `print-${id}`
        const description = photoDescription(photo)
        return (
          <div
            key={id}
            // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="gridcell"
            aria-selected={isSelected}
            className={styles.cell}
            style={{ insetInlineStart: left, width }}
          >
            <a
              ref={id === tabStop ? hold : undefined}
              href={previewPath(id)}
              draggable={false}
              role={isSelected === undefined ? undefined : 'checkbox'}
              aria-checked={isSelected}
              tabIndex={id === tabStop ? 0 : -1}
              data-index={firstIndex + position}
              data-photo={id}
              aria-label={photoLabel(photo, intl)}
              aria-description={description}
              // `aria-describedby` overrides `aria-description`, so the second element repeats the description.
              aria-describedby={renderPrintNote ? `${note} ${note}-file` : undefined}
              {...pictureFrame(photo.thumbhash, styles.tile)}
            >
              {pictureProblem ? (
                <NotShown hasText />
              ) : (
                <PictureImage url={pictureUrl(photo.small?.url, photo.large?.url, isLarge)} isEager={isEager} />
              )}
              {renderPrintNote && (
                <span className={styles.note}>
                  {renderPrintNote({ id: note, width: photo.width, height: photo.height, pictureProblem })}
                  <span id={`${note}-file`} hidden>
                    {description}
                  </span>
                </span>
              )}
              {(id === pointedAt || id === tabStop) && <TakenOn dateTaken={photo.dateTaken} />}
            </a>
          </div>
        )
      })}
    </div>
  )
})

/**
 * The tooltip of a photo whose capture time is known. Only the photo under the pointer and the tab stop have it: a
 * tooltip for each photo would add an element and a formatted text to each photo that scrolls in.
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

/**
 * The id of the row's photo that the Tab key reaches. The key reaches one photo of a view; arrow keys reach the other
 * photos.
 */
function useTabStop(photos: PhotoRow_photos$data): string | undefined {
  const view = useViewGrid()
  return useSyncExternalStore(view.subscribe, () => photos.find(({ id }) => id === view.active?.photoId)?.id)
}

/** A digit for each photo of the row: 1 if it is selected. Empty while no photos are being selected. */
function useSelected(collectionId: string, photos: PhotoRow_photos$data): string {
  const { selection } = useViewGrid()
  const digit = ({ id }: { readonly id: string }) => (selection.isSelected(collectionId, id) ? '1' : '0')
  // A text, because two arrays are never the same snapshot.
  return useSyncExternalStore(selection.subscribe, () => (selection.purpose === null ? '' : photos.map(digit).join('')))
}

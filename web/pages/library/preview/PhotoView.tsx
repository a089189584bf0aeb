import { Suspense, useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoView_photo$key } from '../../../__generated__/PhotoView_photo.graphql.ts'
import { usePhotoDate } from '../../../shared/dates.ts'
import { PhotoImage } from '../../../shared/PhotoImage.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import type { DragOutcome } from './gestures.ts'
import { PhotoMover } from './PhotoMover.ts'
import { PhotoRendition } from './PhotoRendition.tsx'
import styles from './PhotoView.module.css'

/** What a tile of the library has too, so that the photo it opened is here at once; the rendition follows. */
const fragment = graphql`
  fragment PhotoView_photo on Photo {
    fileName
    dateTaken
    width
    height
    ...PhotoImage_photo
    ...PhotoRendition_photo
  }
`

/** For the rare photo whose size is unknown: the shape of most. */
const usualSize = { width: 1200, height: 900 }

export interface PhotoViewProps {
  readonly photo: PhotoView_photo$key
  readonly onOutcome: (outcome: Exclude<DragOutcome, 'stay'>) => void
  /** Says what is shown, for screen readers. */
  readonly onShown: (announcement: string) => void
}

/** The photo, as large as the window allows, with its caption. Tap or click zooms, drags step and close. */
export function PhotoView({ photo, onOutcome, onShown }: PhotoViewProps) {
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, photo)
  const [mover] = useState(() => new PhotoMover())
  const [isZoomed, setZoomed] = useState(false)
  const name = data.fileName ?? formatMessage({ id: 'preview.unnamed' })
  const date = usePhotoDate(data.dateTaken)
  const takenOn = date === null ? null : formatMessage({ id: 'timeline.takenOn' }, { date })
  usePageTitle(name)
  const announcement = takenOn === null ? name : `${name}, ${takenOn}`
  useEffect(() => onShown(announcement), [announcement, onShown])
  return (
    <figure className={styles.view} data-zoomed={isZoomed}>
      <button
        type="button"
        aria-label={formatMessage({ id: 'preview.zoom' }, { name })}
        aria-pressed={isZoomed}
        className={styles.stage}
        onPointerDown={(event) => mover.press(event)}
        onPointerMove={(event) => {
          // From here on it is a drag, wherever the pointer goes.
          if (mover.move(event)) event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerUp={(event) => {
          const outcome = mover.release(event)
          setZoomed(mover.isZoomed)
          if (outcome !== 'stay') onOutcome(outcome)
        }}
        onPointerCancel={() => mover.cancel()}
        onClick={(event) => {
          mover.click(event)
          setZoomed(mover.isZoomed)
        }}
        onKeyDown={(event) => {
          if (mover.key(event)) event.preventDefault()
        }}
      >
        <span
          ref={(element) => (element ? mover.attach(element) : undefined)}
          className={styles.photo}
          style={sizeVariables(data.width, data.height)}
        >
          <PhotoImage photo={data} isEager />
          <Suspense fallback={null}>
            <PhotoRendition photo={data} />
          </Suspense>
        </span>
      </button>
      <figcaption className={styles.caption}>
        {takenOn !== null && <span className={styles.date}>{takenOn}</span>}
        <span className={styles.name}>{name}</span>
      </figcaption>
    </figure>
  )
}

/** The style sheet makes the box from these, before any picture is there. */
function sizeVariables(width: number | null | undefined, height: number | null | undefined): CSSProperties {
  const size = width && height ? { width, height } : usualSize
  const variables = { '--width': `${size.width}px`, '--ratio': String(size.width / size.height) }
  // React's type does not know custom properties.
  return variables as CSSProperties
}

import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, useFragment } from 'react-relay/hooks'
import type { PhotoRenditionQuery } from '../../../__generated__/PhotoRenditionQuery.graphql.ts'
import type { PhotoView_photo$key } from '../../../__generated__/PhotoView_photo.graphql.ts'
import { useIsAnswered } from '../../../relay/useIsAnswered.ts'
import { usePhotoDate } from '../../../shared/dates.ts'
import { PhotoImage } from '../../../shared/PhotoImage.tsx'
import { photoDescription, photoLabel } from '../../../shared/photoLabel.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import type { StepTransition } from './StepTransition.ts'
import type { DragOutcome } from './gestures.ts'
import { NeighbourPicture, sizeVariables } from './NeighbourPicture.tsx'
import { notShownReason } from './notShownReason.ts'
import { PhotoMover } from './PhotoMover.ts'
import { PhotoRendition } from './PhotoRendition.tsx'
import type { Neighbours } from './PhotoWindow.ts'
import { PictureNotShown } from './PictureNotShown.tsx'
import { RenditionFailure } from './RenditionFailure.tsx'
import { RenditionBoundary } from './RenditionBoundary.tsx'
import { useEntrance } from './useEntrance.ts'
import { useRetriedRendition } from './useRetriedRendition.ts'
import styles from './PhotoView.module.css'

/**
 * The fields that the library's tiles fetch too: a photo opened from a tile is shown at once. The rendition follows.
 */
const fragment = graphql`
  fragment PhotoView_photo on Photo {
    fileName
    dateTaken
    width
    height
    pictureProblem
    ...PhotoImage_photo
  }
`

export interface PhotoViewProps {
  readonly photo: PhotoView_photo$key
  readonly rendition: PreloadedQuery<PhotoRenditionQuery>
  readonly neighbours: Neighbours
  readonly transition: StepTransition
  readonly onOutcome: (outcome: Exclude<DragOutcome, 'stay'>) => void
  /** Receives a text about the shown photo, for screen readers. */
  readonly onShown: (announcement: string) => void
}

/** The photo, as large as the window allows, with its caption. A tap or click zooms; drags step or close. */
export function PhotoView({ photo, rendition, neighbours, transition, onOutcome, onShown }: PhotoViewProps) {
  const intl = useIntl()
  const { formatMessage } = intl
  const data = useFragment(fragment, photo)
  const name = data.fileName ?? formatMessage({ id: 'preview.unnamed' })
  const notShown = notShownReason(data.pictureProblem)
  const date = usePhotoDate(data.dateTaken)
  const takenOn = date === null ? null : formatMessage({ id: 'timeline.takenOn' }, { date })
  usePageTitle(name)
  const label = photoLabel(data, intl)
  const announcement = [label, photoDescription(data)].filter(Boolean).join(', ')
  useEffect(() => onShown(announcement), [announcement, onShown])
  const [nameId, noticeId] = [useId(), useId()]
  const large = useRetriedRendition(rendition)
  const isAnswered = useIsAnswered(large.reference)
  const { mover, isZoomed, stage, track, element } = usePhotoMover(neighbours)
  useEntrance(stage, track, transition)
  return (
    <figure className={styles.view} data-zoomed={isZoomed}>
      <button
        ref={stage}
        type="button"
        aria-label={notShown ? undefined : formatMessage({ id: 'preview.zoom' }, { name: label })}
        // The visible text is part of the name (WCAG 2.5.3).
        aria-labelledby={notShown ? `${nameId} ${noticeId}` : undefined}
        aria-pressed={isZoomed}
        className={styles.stage}
        onPointerDown={(event) => mover.press(event)}
        onPointerMove={(event) => {
          // The drag continues when the pointer leaves the element.
          if (mover.move(event)) event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerUp={(event) => {
          const outcome = mover.release(event)
          if (outcome === 'stay') return
          if (outcome !== 'close' && neighbours[outcome]) transition.setOffset(mover.entranceOffset(outcome))
          onOutcome(outcome)
        }}
        onPointerCancel={(event) => mover.cancel(event)}
        onClick={(event) => mover.click(event)}
        onKeyDown={(event) => {
          if (mover.key(event)) event.preventDefault()
        }}
      >
        <span ref={track} className={styles.track}>
          {neighbours.previous && <NeighbourPicture side="previous" photo={neighbours.previous} />}
          <span className={styles.slide}>
            <span
              ref={element}
              className={styles.photo}
              data-notice={notShown !== null}
              style={notShown ? undefined : sizeVariables(data.width, data.height)}
            >
              {notShown ? <PictureNotShown id={noticeId} reason={notShown} /> : <PhotoImage photo={data} isEager />}
              {!notShown && isAnswered && (
                <RenditionBoundary key={large.reference.fetchKey} onFail={large.fail}>
                  <PhotoRendition reference={large.reference} isZoomed={isZoomed} onFail={large.fail} />
                </RenditionBoundary>
              )}
            </span>
          </span>
          {neighbours.next && <NeighbourPicture side="next" photo={neighbours.next} />}
        </span>
      </button>
      {large.isFailed && !notShown && <RenditionFailure onRetry={large.retry} />}
      <Caption nameId={nameId} name={name} takenOn={takenOn} />
    </figure>
  )
}

interface CaptionProps {
  readonly nameId: string
  readonly name: string
  readonly takenOn: string | null
}

function Caption({ nameId, name, takenOn }: CaptionProps) {
  return (
    <figcaption className={styles.caption}>
      {takenOn !== null && <span className={styles.date}>{takenOn}</span>}
      <span id={nameId} className={styles.name}>
        {name}
      </span>
    </figcaption>
  )
}

/** The gestures of the photo, and the refs of the elements that they move. */
function usePhotoMover(neighbours: Neighbours) {
  const [mover] = useState(() => new PhotoMover())
  const isZoomed = useSyncExternalStore(mover.subscribe, () => mover.isZoomed)
  const stage = useRef<HTMLButtonElement>(null)
  const track = useRef<HTMLSpanElement>(null)
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    mover.setCanStep((direction) => (neighbours[direction] === undefined ? undefined : neighbours[direction] !== null))
  }, [mover, neighbours])
  useEffect(() => {
    const elements = { stage: stage.current, track: track.current, photo: element.current }
    if (!elements.stage || !elements.track || !elements.photo) return undefined
    return mover.attach({ stage: elements.stage, track: elements.track, photo: elements.photo })
  }, [mover])
  return { mover, isZoomed, stage, track, element }
}

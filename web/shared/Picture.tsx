import { useEffect, useEffectEvent, useState } from 'react'
import { retryLater } from '../app/backoff.ts'
import { classes } from '../ui/classes.ts'
import { isScrolling } from './followScrolling.ts'
import { NotShown } from './NotShown.tsx'
import { largeScreen, pictureUrl } from './photoPicture.ts'
import styles from './Picture.module.css'
import { thumbhashImage } from './thumbhashImage.ts'
import { useMediaQuery } from './useMediaQuery.ts'

export interface PictureOptions {
  /** True for a photo that is on screen from the start: it is not loaded lazily. */
  readonly isEager?: boolean
  /** True for the cover of an album. */
  readonly isCover?: boolean
}

export interface PictureProps extends PictureOptions {
  readonly pictureProblem: string | null | undefined
  readonly thumbhash: string | null | undefined
  /** The URL of the rendition of 300 px. */
  readonly small: string | undefined
  /** The URL of the rendition of 800 px. */
  readonly large: string | undefined
}

/**
 * A photo that fills its frame: first its thumbhash, then the rendition (300 px on small and medium screens, 800 px
 * on large ones). A failed rendition is retried. A picture that cannot be shown is replaced by a notice. Decorative:
 * the surrounding element has the accessible name.
 */
export function Picture(props: PictureProps) {
  const { pictureProblem, thumbhash, small, large, isEager = false, isCover = false } = props
  // Not a <picture> element: Chromium never frees a <picture> that was not added to the document, nor the elements
  // around it.
  const url = pictureUrl(small, large, useMediaQuery(largeScreen))
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [failures, setFailures] = useState(0)
  const [isFading, setFading] = useState(false)
  const askAgain = () => {
    setFailures(failures + 1)
    setState('loading')
  }
  if (pictureProblem) return <NotShown hasText={!isCover} />
  const placeholder = thumbhash ? thumbhashImage(thumbhash) : null
  return (
    <span
      className={styles.frame}
      data-state={state}
      data-fading={isFading}
      style={placeholder === null ? undefined : { backgroundImage: `url("${placeholder}")` }}
    >
      {url !== undefined && (
        <img
          // A new element makes the browser request the picture again.
          key={failures}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setState('shown')
          }}
          src={url}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          className={classes(styles.image)}
          onLoad={() => {
            // No fading while scrolling: each fading picture is a layer of its own, and there would be too many.
            setFading(!isScrolling())
            setState('shown')
          }}
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' && <Wait failures={failures} onEnd={askAgain} />}
    </span>
  )
}

interface WaitProps {
  readonly failures: number
  readonly onEnd: () => void
}

/**
 * Waits before the next request of a failed picture. This is a component of its own, so that pictures that have not
 * failed need no effect.
 */
function Wait({ failures, onEnd }: WaitProps) {
  const end = useEffectEvent(onEnd)
  useEffect(() => retryLater(failures, () => end(), { times: 4 }), [failures])
  return null
}

import { useEffect, useEffectEvent, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoImage_photo$key } from '../__generated__/PhotoImage_photo.graphql.ts'
import { classes } from '../ui/classes.ts'
import { isScrolling } from './followScrolling.ts'
import { NotShown } from './NotShown.tsx'
import { thumbhashImage } from './thumbhashImage.ts'
import { retryLater } from '../app/backoff.ts'
import { largeScreen, pictureUrl } from './photoPicture.ts'
import { useMediaQuery } from './useMediaQuery.ts'
import styles from './PhotoImage.module.css'

const fragment = graphql`
  fragment PhotoImage_photo on Photo {
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

export interface PhotoImageProps {
  readonly photo: PhotoImage_photo$key
  /** True for what is on screen at once: it is then not loaded lazily. */
  readonly isEager?: boolean
  /** True for the cover of an album. */
  readonly isCover?: boolean
}

/**
 * A photo that fills its frame: its thumbhash at once, then the rendition (300 px on small and medium screens, 800 px on
 * large ones). A failed rendition is retried. A picture that cannot be shown is replaced by a notice. Decorative: the
 * surrounding element has the accessible name.
 */
export function PhotoImage({ photo, isEager = false, isCover = false }: PhotoImageProps) {
  const { pictureProblem, thumbhash, small, large } = useFragment(fragment, photo)
  // By a <picture> the browser would choose; Chromium keeps those that never come into the document, and all around them.
  const url = pictureUrl(small?.url, large?.url, useMediaQuery(largeScreen))
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
          // The browser asks again for another element only.
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
            // One that fades is a layer of its own: while the window moves, many of them would be.
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

/** Waits until it is worth to ask again, while the picture is on the page. Those that come need no effect for it. */
function Wait({ failures, onEnd }: WaitProps) {
  const end = useEffectEvent(onEnd)
  useEffect(() => retryLater(failures, () => end()), [failures])
  return null
}

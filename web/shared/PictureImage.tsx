import { classes } from '../ui/classes.ts'
import styles from './Picture.module.css'
import { followPicture } from './pictureStates.ts'
import { thumbhashImage } from './thumbhashImage.ts'

/**
 * The attributes of an element that frames a `PictureImage`: it fills its parent, and shows the thumbhash.
 * @param className further classes of the element
 */
export function pictureFrame(thumbhash: string | null | undefined, className?: string) {
  const placeholder = thumbhash ? thumbhashImage(thumbhash) : null
  return {
    className: classes(styles.frame, className),
    style: placeholder === null ? undefined : { backgroundImage: `url("${placeholder}")` },
  }
}

export interface PictureImageProps {
  /** Undefined if the photo has no rendition yet. */
  readonly url: string | undefined
  readonly isEager: boolean
}

/**
 * The rendition within a frame. It is transparent until it is loaded. If it fails, it is requested again.
 * `pictureStates.ts` does both, outside of React.
 */
export function PictureImage({ url, isEager }: PictureImageProps) {
  // Not a <picture> element: Chromium never frees a <picture> that was not added to the document, nor the elements
  // around it.
  return (
    url !== undefined && (
      <img
        ref={followPicture}
        data-picture=""
        src={url}
        alt=""
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        className={styles.image}
      />
    )
  )
}

import type { CSSProperties } from 'react'
import { classes } from '../../../ui/classes.ts'
import type { NeighbourPhoto } from './PhotoWindow.ts'
import styles from './PhotoView.module.css'

export interface NeighbourPictureProps {
  readonly side: 'previous' | 'next'
  readonly photo: NeighbourPhoto
}

/** A neighbour of the shown photo. It is outside of the window until the user drags it in. */
export function NeighbourPicture({ side, photo }: NeighbourPictureProps) {
  return (
    <span aria-hidden="true" className={classes(styles.slide, styles[side])}>
      <span className={styles.photo} style={sizeVariables(photo.width, photo.height)}>
        {photo.pictureUrl !== null && (
          <img src={photo.pictureUrl} alt="" decoding="async" fetchPriority="low" draggable={false} />
        )}
      </span>
    </span>
  )
}

/** A size with the most frequent shape, for photos of unknown size. */
const usualSize = { width: 1200, height: 900 }

/** The variables from which the style sheet lays out the box before the picture has loaded. */
export function sizeVariables(width: number | null | undefined, height: number | null | undefined): CSSProperties {
  const size = width && height ? { width, height } : usualSize
  const variables = { '--width': `${size.width}px`, '--ratio': String(size.width / size.height) }
  // React's type does not know custom properties.
  return variables as CSSProperties
}

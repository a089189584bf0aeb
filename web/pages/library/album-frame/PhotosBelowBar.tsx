import type { ReactNode } from 'react'
import { titleHeight } from '../photo-collection/viewport/collectionGeometry.ts'
import styles from './AlbumPage.module.css'

/** The space between the bar and the photos, in pixels. */
const spaceBelowBar = 16

/**
 * Places photos directly below a bar that has their title: moves them up by the height that views reserve for a title.
 */
export function PhotosBelowBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.photos} style={{ marginTop: spaceBelowBar - titleHeight }}>
      {children}
    </div>
  )
}

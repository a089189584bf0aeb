import type { ReactNode } from 'react'
import { titleHeight } from '../photo-collection/viewport/collectionGeometry.ts'

/** The space between the bar and the photos, in pixels. */
const spaceBelowBar = 16

/** Photos directly below the bar, which has their title: moved up by the height that views reserve for one. */
export function PhotosBelowBar({ children }: { readonly children: ReactNode }) {
  return <div style={{ marginTop: spaceBelowBar - titleHeight }}>{children}</div>
}

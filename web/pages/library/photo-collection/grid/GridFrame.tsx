import type { ReactNode } from 'react'

export interface GridFrameProps {
  /** The id of the element that names the collection. */
  readonly labelledBy: string
  /** Segments, and space for those that are not drawn. */
  readonly children: ReactNode
}

/** Makes a collection a grid for assistive technology. Its number of rows depends on the width of the window. */
export function GridFrame({ labelledBy, children }: GridFrameProps) {
  return (
    <div role="grid" aria-labelledby={labelledBy} aria-multiselectable="true" aria-rowcount={-1}>
      {children}
    </div>
  )
}

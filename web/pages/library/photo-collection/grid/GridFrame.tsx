import type { ReactNode } from 'react'

export interface GridFrameProps {
  /** The id of the element that names the collection. */
  readonly labelledBy: string
  /** Segments, and what keeps space for those that are not drawn. */
  readonly children: ReactNode
}

/** A collection as a grid, for assistive technology: how many rows it has depends on the window's width. */
export function GridFrame({ labelledBy, children }: GridFrameProps) {
  return (
    <div role="grid" aria-labelledby={labelledBy} aria-multiselectable="true" aria-rowcount={-1}>
      {children}
    </div>
  )
}

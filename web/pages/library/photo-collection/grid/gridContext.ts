import { type ReactNode, createContext, use } from 'react'
import type { ViewGrid } from './ViewGrid.ts'

export const GridContext = createContext<ViewGrid | null>(null)

/** The grid of the view. */
export function useViewGrid(): ViewGrid {
  const view = use(GridContext)
  if (!view) throw new Error('useViewGrid is used outside of GridView')
  return view
}

/**
 * Loads the code that a press on a photo needs, so that the press does not wait for it. Called once the photos are
 * shown and respond; by default nothing is loaded.
 */
export const NextCodeContext = createContext<() => Promise<void>>(async () => undefined)

export interface PrintNoteProps {
  /** The id of the element with the text, to which the `aria-describedby` of the tile refers. */
  readonly id: string
  readonly width: number | null | undefined
  readonly height: number | null | undefined
  readonly pictureProblem: string | null | undefined
}

/**
 * Renders the note on a tile that says how large its photo can be printed. Null unless photos are being selected for
 * prints. Rows read a context, because a subscription would cost more per row.
 */
export const PrintNoteContext = createContext<((props: PrintNoteProps) => ReactNode) | null>(null)

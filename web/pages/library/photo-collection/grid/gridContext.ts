import { createContext, use } from 'react'
import type { ViewGrid } from './ViewGrid.ts'

export const GridContext = createContext<ViewGrid | null>(null)

/** The grid of the view. */
export function useViewGrid(): ViewGrid {
  const view = use(GridContext)
  if (!view) throw new Error('useViewGrid is used outside of GridView')
  return view
}

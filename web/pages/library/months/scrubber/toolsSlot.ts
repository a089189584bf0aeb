import { createContext } from 'react'

/** The element in the row above the photos that the scrubber is rendered into; null while that row is not mounted. */
export const ToolsSlotContext = createContext<HTMLElement | null>(null)

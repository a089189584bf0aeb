import { createContext } from 'react'

/** Where in the row above the photos the ways to a month have their place; null while that row is not there. */
export const ToolsSlotContext = createContext<HTMLElement | null>(null)

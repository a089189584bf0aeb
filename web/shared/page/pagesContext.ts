import { createContext } from 'react'
import type { PageRoute } from './PageRoute.ts'

/** The pages within the shell, in the order of the menus. */
export const PagesContext = createContext<readonly PageRoute[]>([])

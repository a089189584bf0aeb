import type { ReactNode } from 'react'

/** Whether a slot was given something that React shows. */
export function hasContent(node: ReactNode): boolean {
  return node !== null && node !== undefined && typeof node !== 'boolean' && node !== ''
}

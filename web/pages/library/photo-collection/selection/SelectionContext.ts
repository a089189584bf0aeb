import { createContext, use, useSyncExternalStore } from 'react'
import type { Selection, SelectionPurpose } from './Selection.ts'

export const SelectionContext = createContext<Selection | null>(null)

/** The selection of the view. */
export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection is used outside of SelectionContext')
  return selection
}

/** Whether photos are being selected, for what purpose, and how many are selected. */
export function useSelectionState(selection: Selection): {
  readonly isActive: boolean
  readonly purpose: SelectionPurpose | null
  readonly amount: number
} {
  const purpose = useSyncExternalStore(selection.subscribe, () => selection.purpose)
  const amount = useSyncExternalStore(selection.subscribe, () => selection.amount)
  return { isActive: purpose !== null, purpose, amount }
}

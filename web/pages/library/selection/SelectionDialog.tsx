import type { Selection } from './Selection.ts'

export type SelectionDialogName = 'download' | 'delete'

export interface SelectionDialogProps {
  /** Which is open; null: none is. */
  readonly name: SelectionDialogName | null
  readonly selection: Selection
  readonly onClose: () => void
}

/** The questions of the toolbar's actions, loaded when they are asked. */
export function SelectionDialog({ name }: SelectionDialogProps) {
  return name === null ? null : null
}

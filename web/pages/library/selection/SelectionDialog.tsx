import { Suspense, lazy } from 'react'
import type { Selection } from './Selection.ts'

const DeleteSelectedDialog = lazy(async () => ({
  default: (await import('../deletion/DeleteSelectedDialog.tsx')).DeleteSelectedDialog,
}))
const DownloadSelectedDialog = lazy(async () => ({
  default: (await import('../download/DownloadSelectedDialog.tsx')).DownloadSelectedDialog,
}))

export type SelectionDialogName = 'download' | 'delete'

export interface SelectionDialogProps {
  /** Which is open; null: none is. */
  readonly name: SelectionDialogName | null
  readonly selection: Selection
  readonly onClose: () => void
}

/** What the toolbar's actions ask, loaded when they ask it. */
export function SelectionDialog({ name, ...dialog }: SelectionDialogProps) {
  return (
    <Suspense fallback={null}>
      {name === 'delete' && <DeleteSelectedDialog {...dialog} />}
      {name === 'download' && <DownloadSelectedDialog {...dialog} />}
    </Suspense>
  )
}

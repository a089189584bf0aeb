import { Suspense, lazy } from 'react'
import type { Selection } from '../../photo-collection/selection/Selection.ts'

const DeleteSelectedDialog = lazy(async () => ({
  default: (await import('../deletion/DeleteSelectedDialog.tsx')).DeleteSelectedDialog,
}))
const DownloadSelectedDialog = lazy(async () => ({
  default: (await import('../download/DownloadSelectedDialog.tsx')).DownloadSelectedDialog,
}))

const CopySelectedDialog = lazy(async () => ({
  default: (await import('../copy-to-album/CopySelectedDialog.tsx')).CopySelectedDialog,
}))
const RemoveOrDeleteSelectedDialog = lazy(async () => ({
  default: (await import('../copy-to-album/RemoveOrDeleteSelectedDialog.tsx')).RemoveOrDeleteSelectedDialog,
}))

export type SelectionDialogName = 'download' | 'copyToAlbum' | 'delete'

export interface SelectionDialogProps {
  /** The open dialog; null if none is open. */
  readonly name: SelectionDialogName | null
  readonly selection: Selection
  /** The album whose photos are selected. */
  readonly albumId: string | undefined
  /** Whether the photos are in a shared album. */
  readonly isShared: boolean
  readonly onClose: () => void
}

/** The dialogs of the toolbar's actions. Their code loads when they open. */
export function SelectionDialog({ name, albumId, isShared, ...dialog }: SelectionDialogProps) {
  return (
    <Suspense fallback={null}>
      {name === 'copyToAlbum' && <CopySelectedDialog {...dialog} exceptAlbumId={albumId} />}
      {name === 'delete' && albumId === undefined && <DeleteSelectedDialog {...dialog} />}
      {name === 'delete' && albumId !== undefined && <RemoveOrDeleteSelectedDialog {...dialog} albumId={albumId} />}
      {name === 'download' && <DownloadSelectedDialog {...dialog} isShared={isShared} />}
    </Suspense>
  )
}

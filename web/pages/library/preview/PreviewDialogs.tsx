import { Suspense, lazy } from 'react'
import type { PreviewDialog } from './PreviewBar.tsx'

const DownloadPhotoDialog = lazy(async () => ({
  default: (await import('../download/DownloadPhotoDialog.tsx')).DownloadPhotoDialog,
}))
const DeletePhotoDialog = lazy(async () => ({
  default: (await import('../deletion/DeletePhotoDialog.tsx')).DeletePhotoDialog,
}))

export interface PreviewDialogsProps {
  readonly dialog: { readonly name: PreviewDialog; readonly photoId: string } | null
  readonly onClose: () => void
  /** Goes to where one is after the photo is gone. */
  readonly onDelete: () => Promise<void>
}

/** The dialog that is open, if any. */
export function PreviewDialogs({ dialog, onClose, onDelete }: PreviewDialogsProps) {
  if (!dialog) return null
  const { name, photoId } = dialog
  return (
    <Suspense fallback={null}>
      {name === 'download' ? (
        <DownloadPhotoDialog photoId={photoId} onClose={onClose} />
      ) : (
        <DeletePhotoDialog photoId={photoId} onClose={onClose} onConfirm={onDelete} />
      )}
    </Suspense>
  )
}

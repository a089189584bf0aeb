import { Suspense, lazy } from 'react'
import type { PreviewDialog } from './PreviewBar.tsx'
import type { PreviewOrigin } from './previewOrigin.ts'

const DownloadPhotoDialog = lazy(async () => ({
  default: (await import('../photo-actions/download/DownloadPhotoDialog.tsx')).DownloadPhotoDialog,
}))
const CopyPhotoDialog = lazy(async () => ({
  default: (await import('../photo-actions/copy-to-album/CopyPhotoDialog.tsx')).CopyPhotoDialog,
}))
const DeletePhotoDialog = lazy(async () => ({
  default: (await import('../photo-actions/deletion/DeletePhotoDialog.tsx')).DeletePhotoDialog,
}))
const RemoveOrDeletePhotoDialog = lazy(async () => ({
  default: (await import('../photo-actions/copy-to-album/RemoveOrDeletePhotoDialog.tsx')).RemoveOrDeletePhotoDialog,
}))

export interface PreviewDialogsProps {
  readonly dialog: { readonly name: PreviewDialog; readonly photoId: string } | null
  readonly origin: PreviewOrigin
  readonly onClose: () => void
  /** Before the photo is deleted, leads from it to its neighbour or to the list. */
  readonly onDelete: () => Promise<void>
}

/** The open dialog, if any. In an album the user chooses between deleting the photo and removing it from the album. */
export function PreviewDialogs({ dialog, origin: { collectionId }, onClose, onDelete }: PreviewDialogsProps) {
  if (!dialog) return null
  const { name, photoId } = dialog
  const exceptAlbum = collectionId === null ? {} : { exceptAlbumId: collectionId }
  return (
    <Suspense fallback={null}>
      {name === 'download' && <DownloadPhotoDialog photoId={photoId} onClose={onClose} />}
      {name === 'copyToAlbum' && <CopyPhotoDialog photoId={photoId} onClose={onClose} {...exceptAlbum} />}
      {name === 'delete' && collectionId === null && (
        <DeletePhotoDialog photoId={photoId} onClose={onClose} onConfirm={onDelete} />
      )}
      {name === 'delete' && collectionId !== null && (
        <RemoveOrDeletePhotoDialog albumId={collectionId} photoId={photoId} onClose={onClose} onConfirm={onDelete} />
      )}
    </Suspense>
  )
}

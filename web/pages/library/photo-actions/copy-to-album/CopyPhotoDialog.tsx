import { type CopyToAlbumDialogProps, CopyToAlbumDialog } from './CopyToAlbumDialog.tsx'
import { onePhoto } from './PhotosToCopy.ts'

export interface CopyPhotoDialogProps extends Pick<CopyToAlbumDialogProps, 'exceptAlbumId' | 'onClose'> {
  readonly photoId: string
}

/** Copies the shown photo to an album. */
export function CopyPhotoDialog({ photoId, ...dialog }: CopyPhotoDialogProps) {
  return <CopyToAlbumDialog {...dialog} photos={onePhoto(photoId)} />
}

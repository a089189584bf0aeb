import { DownloadDialog } from './DownloadDialog.tsx'

export interface DownloadPhotoDialogProps {
  readonly photoId: string
  readonly onClose: () => void
}

/** Downloads the original file of a photo. */
export function DownloadPhotoDialog({ photoId, onClose }: DownloadPhotoDialogProps) {
  return <DownloadDialog findPhotoId={() => Promise.resolve(photoId)} onClose={onClose} />
}

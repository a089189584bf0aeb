import { useSession } from '../../../../app/sessionContext.ts'
import { focusTileSoon } from '../../photo-collection/grid/focusTileSoon.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { type CopyToAlbumDialogProps, CopyToAlbumDialog } from './CopyToAlbumDialog.tsx'
import { selectedPhotos } from './PhotosToCopy.ts'

export interface CopySelectedDialogProps extends Pick<CopyToAlbumDialogProps, 'exceptAlbumId' | 'onClose'> {
  readonly selection: Selection
}

/** Copies the selected photos to an album, then ends the selection mode. */
export function CopySelectedDialog({ selection, ...dialog }: CopySelectedDialogProps) {
  const session = useSession()
  return (
    <CopyToAlbumDialog
      {...dialog}
      photos={selectedPhotos(session, selection)}
      onCopied={([first]) => {
        selection.stop()
        // The button that opened the dialog has disappeared with the selection.
        if (first !== undefined) focusTileSoon(first)
      }}
    />
  )
}

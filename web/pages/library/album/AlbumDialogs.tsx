import { Suspense, lazy } from 'react'

const RenameAlbumDialog = lazy(async () => ({
  default: (await import('../album-editing/RenameAlbumDialog.tsx')).RenameAlbumDialog,
}))
const DeleteAlbumDialog = lazy(async () => ({
  default: (await import('../album-editing/DeleteAlbumDialog.tsx')).DeleteAlbumDialog,
}))

export type AlbumDialogName = 'rename' | 'delete'

/** The fields of an album that its dialogs need. */
export interface NamedAlbum {
  readonly id: string
  readonly name: string
}

export interface AlbumDialogsProps {
  /** The open dialog; null if none is open. */
  readonly name: AlbumDialogName | null
  readonly album: NamedAlbum
  readonly onClose: () => void
  /** Called after the deletion. */
  readonly onDeleted: () => void
}

/** The dialogs of an album's page; the code of each is loaded when it opens. */
export function AlbumDialogs({ name, album, onClose, onDeleted }: AlbumDialogsProps) {
  const shared = { albumId: album.id, name: album.name, onClose }
  return (
    <Suspense fallback={null}>
      {name === 'rename' && <RenameAlbumDialog {...shared} />}
      {name === 'delete' && <DeleteAlbumDialog {...shared} onDeleted={onDeleted} />}
    </Suspense>
  )
}

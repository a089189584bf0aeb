import { Suspense, lazy } from 'react'

const RenameAlbumDialog = lazy(async () => ({
  default: (await import('../album-editing/RenameAlbumDialog.tsx')).RenameAlbumDialog,
}))
const DeleteAlbumDialog = lazy(async () => ({
  default: (await import('../album-editing/DeleteAlbumDialog.tsx')).DeleteAlbumDialog,
}))

export type AlbumDialogName = 'rename' | 'delete'

/** An album as its dialogs need it. */
export interface NamedAlbum {
  readonly id: string
  readonly name: string
}

export interface AlbumDialogsProps {
  /** Which is open; null: none is. */
  readonly name: AlbumDialogName | null
  readonly album: NamedAlbum
  readonly onClose: () => void
  /** The album is gone. */
  readonly onDeleted: () => void
}

/** What an album's page asks, loaded when it asks it. */
export function AlbumDialogs({ name, album, onClose, onDeleted }: AlbumDialogsProps) {
  const of = { albumId: album.id, name: album.name, onClose }
  return (
    <Suspense fallback={null}>
      {name === 'rename' && <RenameAlbumDialog {...of} />}
      {name === 'delete' && <DeleteAlbumDialog {...of} onDeleted={onDeleted} />}
    </Suspense>
  )
}

import { Suspense, lazy } from 'react'

const AlbumNameDialog = lazy(async () => ({
  default: (await import('../albums/AlbumNameDialog.tsx')).AlbumNameDialog,
}))
const DeleteAlbumDialog = lazy(async () => ({
  default: (await import('../albums/DeleteAlbumDialog.tsx')).DeleteAlbumDialog,
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
      {name === 'rename' && <AlbumNameDialog {...of} />}
      {name === 'delete' && <DeleteAlbumDialog {...of} onDeleted={onDeleted} />}
    </Suspense>
  )
}

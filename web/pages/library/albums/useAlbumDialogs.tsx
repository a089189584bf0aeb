import { type ReactNode, Suspense, lazy, useMemo, useState } from 'react'
import type { ListedAlbum } from './AlbumListItem.tsx'
import { focusAlbumSoon } from './focusAlbumSoon.ts'

const CreateAlbumDialog = lazy(async () => ({ default: (await import('./CreateAlbumDialog.tsx')).CreateAlbumDialog }))
const RenameAlbumDialog = lazy(async () => ({
  default: (await import('../album-editing/RenameAlbumDialog.tsx')).RenameAlbumDialog,
}))
const DeleteAlbumDialog = lazy(async () => ({
  default: (await import('../album-editing/DeleteAlbumDialog.tsx')).DeleteAlbumDialog,
}))

type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly album: ListedAlbum; readonly neighbours: readonly string[] }

/** The dialogs of a list of albums, one at a time. */
export function useAlbumDialogs(): {
  readonly open: {
    readonly create: () => void
    readonly rename: (album: ListedAlbum) => void
    readonly remove: (album: ListedAlbum) => void
  }
  readonly dialog: ReactNode
} {
  const [shown, setShown] = useState<OpenDialog | null>(null)
  // Stable functions: a card is rendered again only when its album changes.
  const open = useMemo(() => {
    const openFor = (kind: 'rename' | 'delete') => (album: ListedAlbum) =>
      setShown({ kind, album, neighbours: neighboursOf(album.id) })
    return { create: () => setShown({ kind: 'create' }), rename: openFor('rename'), remove: openFor('delete') }
  }, [])
  const close = () => {
    setShown(null)
    if (shown === null || shown.kind === 'create') focusAlbumSoon(null, [])
    else focusAlbumSoon(shown.album.id, shown.neighbours)
  }
  return { open, dialog: shown && <Suspense fallback={null}>{dialogOf(shown, close)}</Suspense> }
}

function dialogOf(shown: OpenDialog, close: () => void): ReactNode {
  if (shown.kind === 'create') return <CreateAlbumDialog onClose={close} />
  const { id, name } = shown.album
  return shown.kind === 'rename' ? (
    <RenameAlbumDialog albumId={id} name={name} onClose={close} />
  ) : (
    <DeleteAlbumDialog albumId={id} name={name} onClose={close} />
  )
}

/** The next and the previous album: one of them takes the focus when this album is deleted. */
function neighboursOf(id: string): readonly string[] {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-album]')].map(({ dataset }) => dataset['album'])
  const place = ids.indexOf(id)
  return [ids[place + 1], ids[place - 1]].filter((found) => found !== undefined)
}

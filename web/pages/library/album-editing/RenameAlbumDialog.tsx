import { useIntl } from 'react-intl'
import { AlbumFormDialog } from './AlbumFormDialog.tsx'
import { useRenameAlbum } from './useRenameAlbum.ts'

export interface RenameAlbumDialogProps {
  readonly albumId: string
  /** The current name. */
  readonly name: string
  readonly onClose: () => void
}

/** Asks for a new name and renames the album. */
export function RenameAlbumDialog({ albumId, name, onClose }: RenameAlbumDialogProps) {
  const { formatMessage } = useIntl()
  const rename = useRenameAlbum()
  return (
    <AlbumFormDialog
      title={formatMessage({ id: 'albums.rename.title' })}
      submit={formatMessage({ id: 'albums.rename.save' })}
      initialName={name}
      save={async (newName) => {
        const outcome = newName === name ? ({ kind: 'renamed' } as const) : await rename(albumId, newName)
        if (outcome.kind !== 'renamed') return outcome
        onClose()
        return null
      }}
      onClose={onClose}
    />
  )
}

import { useIntl } from 'react-intl'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { albumPath } from '../../../shared/paths.ts'
import { AlbumFormDialog } from '../album-editing/AlbumFormDialog.tsx'
import { useCreateAlbum } from '../album-editing/useCreateAlbum.ts'

export interface CreateAlbumDialogProps {
  readonly onClose: () => void
}

/** Creates an album and opens it. */
export function CreateAlbumDialog({ onClose }: CreateAlbumDialogProps) {
  const { formatMessage } = useIntl()
  const create = useCreateAlbum()
  const navigate = useAppNavigate()
  return (
    <AlbumFormDialog
      title={formatMessage({ id: 'albums.create.title' })}
      submit={formatMessage({ id: 'albums.create.submit' })}
      save={async (name) => {
        const outcome = await create(name)
        if (outcome.kind !== 'created') return outcome
        onClose()
        navigate(albumPath(outcome.albumId))
        return null
      }}
      onClose={onClose}
    />
  )
}

import { useIntl } from 'react-intl'
import { useUpload } from '../../../shared/uploadContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { NewAlbumButton } from './NewAlbum.tsx'
import styles from './NewAlbum.module.css'

export interface NoAlbumsProps {
  readonly hasPhotos: boolean
  readonly onCreate: () => void
}

/** Shown when there are no albums. Offers to create the first one. If there are no photos, the main action is to upload some. */
export function NoAlbums({ hasPhotos, onCreate }: NoAlbumsProps) {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  const isUploadFirst = !hasPhotos && upload.isOffered
  const text = hasPhotos ? 'albums.emptyText' : 'albums.emptyLibraryText'
  const action = (
    <div className={styles.ways}>
      {isUploadFirst && (
        <Button variant="primary" icon={<PlusIcon size={20} />} onPress={upload.open}>
          {formatMessage({ id: 'library.addPhotos' })}
        </Button>
      )}
      <NewAlbumButton variant={isUploadFirst ? 'secondary' : 'primary'} onPress={onCreate} />
    </div>
  )
  return (
    <EmptyState title={formatMessage({ id: 'albums.empty' })} action={action}>
      {formatMessage({ id: text })}
    </EmptyState>
  )
}

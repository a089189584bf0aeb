import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { addToAlbumPath } from '../../../shared/paths.ts'
import { useUpload } from '../../../shared/uploadContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { type MenuTriggerProps, MenuButton } from '../../../ui/MenuButton.tsx'
import { pressProps } from '../../../ui/pressProps.ts'
import type { NamedAlbum } from './AlbumDialogs.tsx'
import styles from './AddPhotos.module.css'

export interface AddPhotosProps {
  readonly album: NamedAlbum
}

export interface AddPhotosButtonProps extends AddPhotosProps {
  readonly className?: string | undefined
}

/** The button that adds photos to the album: by an upload from the device, or from the library. */
export function AddPhotosButton({ className, ...props }: AddPhotosButtonProps) {
  const { formatMessage } = useIntl()
  return (
    <AddPhotosMenu {...props}>
      {(trigger) => (
        <Button {...trigger} variant="primary" icon={<PlusIcon size={20} />} className={className}>
          {formatMessage({ id: 'album.addPhotos' })}
        </Button>
      )}
    </AddPhotosMenu>
  )
}

/** A tile that opens the same menu as the button. It is shown before the first photo of the album. */
export function AddPhotosTile(props: AddPhotosProps) {
  const { formatMessage } = useIntl()
  return (
    <AddPhotosMenu {...props}>
      {(trigger) => (
        <button {...pressProps(trigger)} className={styles.tile}>
          <PlusIcon />
          <span>{formatMessage({ id: 'album.addPhotos' })}</span>
        </button>
      )}
    </AddPhotosMenu>
  )
}

interface AddPhotosMenuProps extends AddPhotosProps {
  readonly children: (trigger: MenuTriggerProps) => ReactNode
}

function AddPhotosMenu({ album, children }: AddPhotosMenuProps) {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  const navigate = useAppNavigate()
  const fromDevice = { id: 'device', label: formatMessage({ id: 'album.addFromDevice' }) }
  const fromLibrary = { id: 'library', label: formatMessage({ id: 'album.addFromLibrary' }) }
  return (
    <MenuButton
      label={formatMessage({ id: 'album.addPhotos' })}
      entries={upload.isOffered ? [fromDevice, fromLibrary] : [fromLibrary]}
      onChoose={(id) => (id === fromDevice.id ? upload.open() : navigate(addToAlbumPath(album.id)))}
    >
      {children}
    </MenuButton>
  )
}

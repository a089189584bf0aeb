import { useIntl } from 'react-intl'
import { MoreIcon } from '../../../ui/actionIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'

export interface SharedAlbumMenuProps {
  readonly isOwner: boolean
  readonly onDelete: () => void
}

/** The menu of actions on the whole album. */
export function SharedAlbumMenu({ isOwner, onDelete }: SharedAlbumMenuProps) {
  const { formatMessage } = useIntl()
  const label = formatMessage({ id: 'album.more' })
  const deletion = formatMessage({ id: isOwner ? 'album.delete' : 'sharedAlbum.leave' })
  return (
    <MenuButton
      label={label}
      entries={[{ id: 'delete', label: deletion, isDangerous: true }]}
      onChoose={onDelete}
      align="end"
    >
      {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
    </MenuButton>
  )
}

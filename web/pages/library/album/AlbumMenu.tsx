import { useIntl } from 'react-intl'
import { EditIcon, MoreIcon } from '../../../ui/actionIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'

/** The menu of actions on the whole album. */
export function AlbumMenu({ onDelete }: { readonly onDelete: () => void }) {
  const { formatMessage } = useIntl()
  const label = formatMessage({ id: 'album.more' })
  const entries = [{ id: 'delete', label: formatMessage({ id: 'album.delete' }), isDangerous: true }]
  return (
    <MenuButton label={label} entries={entries} onChoose={onDelete} align="end">
      {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
    </MenuButton>
  )
}

/** The button that opens the rename dialog. */
export function RenameButton({ onPress }: { readonly onPress: () => void }) {
  const { formatMessage } = useIntl()
  return <IconButton label={formatMessage({ id: 'album.rename' })} icon={<EditIcon size={20} />} onPress={onPress} />
}

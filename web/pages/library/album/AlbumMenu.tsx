import { useIntl } from 'react-intl'
import { EditIcon, MoreIcon } from '../../../ui/laterIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { useIsNarrow } from '../page-bar/useIsNarrow.ts'
import { useSortMenu } from '../photo-collection/sorting/useSortMenu.ts'

export interface AlbumMenuProps {
  readonly hasPhotos: boolean
  readonly onRename: () => void
  readonly onDelete: () => void
}

/** The menu of actions on the whole album. In a narrow bar it also has the sort orders and "Rename". */
export function AlbumMenu({ hasPhotos, onRename, onDelete }: AlbumMenuProps) {
  const { formatMessage } = useIntl()
  const isNarrow = useIsNarrow()
  const sort = useSortMenu('albumPhotos')
  const label = formatMessage({ id: 'album.more' })
  const rename = { id: 'rename', label: formatMessage({ id: 'album.rename' }) }
  const deletion = { id: 'delete', label: formatMessage({ id: 'album.delete' }), isDangerous: true }
  const choose = (id: string) => {
    if (id === rename.id) onRename()
    else if (id === deletion.id) onDelete()
    else sort.choose(id)
  }
  return (
    <MenuButton
      label={label}
      entries={isNarrow ? [rename, deletion] : [deletion]}
      options={isNarrow && hasPhotos ? sort : null}
      onChoose={choose}
      align="end"
    >
      {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
    </MenuButton>
  )
}

/** The button that opens the rename dialog. */
export function RenameButton({ onPress }: { readonly onPress: () => void }) {
  const { formatMessage } = useIntl()
  return <IconButton label={formatMessage({ id: 'album.rename' })} icon={<EditIcon size={20} />} onPress={onPress} />
}

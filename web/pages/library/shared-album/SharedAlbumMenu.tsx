import { useIntl } from 'react-intl'
import { MoreIcon } from '../../../ui/laterIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { useIsNarrow } from '../page-bar/useIsNarrow.ts'
import { useSortMenu } from '../photo-collection/sorting/useSortMenu.ts'

export interface SharedAlbumMenuProps {
  readonly isOwner: boolean
  readonly hasPhotos: boolean
  readonly onDelete: () => void
}

/** The menu of actions on the whole album. In a narrow bar it also has the sort orders. */
export function SharedAlbumMenu({ isOwner, hasPhotos, onDelete }: SharedAlbumMenuProps) {
  const { formatMessage } = useIntl()
  const isNarrow = useIsNarrow()
  const sort = useSortMenu('sharedAlbumPhotos')
  const label = formatMessage({ id: 'album.more' })
  const deletion = formatMessage({ id: isOwner ? 'album.delete' : 'sharedAlbum.leave' })
  return (
    <MenuButton
      label={label}
      entries={[{ id: 'delete', label: deletion, isDangerous: true }]}
      options={isNarrow && hasPhotos ? sort : null}
      onChoose={(id) => (id === 'delete' ? onDelete() : sort.choose(id))}
      align="end"
    >
      {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
    </MenuButton>
  )
}

import { memo } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AlbumListItem_album$key } from '../../../__generated__/AlbumListItem_album.graphql.ts'
import { albumPath, sharedAlbumPath } from '../../../shared/paths.ts'
import { PhotoImage } from '../../../shared/PhotoImage.tsx'
import { useFeature } from '../../../shared/useFeature.ts'
import { MoreIcon } from '../../../ui/laterIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { AlbumCard } from './AlbumCard.tsx'
import { isBeingCreated } from '../album-editing/useCreateAlbum.ts'

const fragment = graphql`
  fragment AlbumListItem_album on Album {
    id
    name
    photosCount
    created
    isShared
    sharedAlbum {
      id
    }
    cover {
      ...PhotoImage_photo
    }
  }
`

/** The fields of an album that its dialogs need. */
export interface ListedAlbum {
  readonly id: string
  readonly name: string
}

export interface AlbumListItemProps {
  readonly album: AlbumListItem_album$key
  readonly onRename: (album: ListedAlbum) => void
  readonly onDelete: (album: ListedAlbum) => void
}

/**
 * One of the customer's own albums. If it is shared, and the brand shows shared albums, it links to the page of the
 * shared album.
 */
export const AlbumListItem = memo(function AlbumListItem({ album: key, onRename, onDelete }: AlbumListItemProps) {
  const { formatMessage } = useIntl()
  const hasSharedAlbums = useFeature('PhotoManagementSharedAlbumsViewEnabled')
  const album = useFragment(fragment, key)
  const { id, name, photosCount, created, isShared, sharedAlbum, cover } = album
  const isComing = isBeingCreated(id)
  const path = hasSharedAlbums && sharedAlbum ? sharedAlbumPath(sharedAlbum.id) : albumPath(id)
  return (
    <AlbumCard
      albumId={id}
      to={isComing ? null : path}
      name={name}
      photosCount={photosCount ?? null}
      created={created}
      cover={cover && <PhotoImage photo={cover} isCover />}
      badge={isShared ? formatMessage({ id: 'albums.shared' }) : null}
      menu={!isShared && !isComing && <AlbumMenu album={album} onRename={onRename} onDelete={onDelete} />}
    />
  )
})

interface AlbumMenuProps extends Omit<AlbumListItemProps, 'album'> {
  readonly album: ListedAlbum
}

function AlbumMenu({ album, onRename, onDelete }: AlbumMenuProps) {
  const { formatMessage } = useIntl()
  const label = formatMessage({ id: 'albums.menu' }, { albumName: album.name })
  const entries = [
    { id: 'rename', label: formatMessage({ id: 'albums.rename' }) },
    { id: 'delete', label: formatMessage({ id: 'albums.delete' }), isDangerous: true },
  ]
  return (
    <MenuButton
      label={label}
      entries={entries}
      onChoose={(chosen) => (chosen === 'rename' ? onRename(album) : onDelete(album))}
      align="end"
    >
      {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
    </MenuButton>
  )
}

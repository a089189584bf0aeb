import { memo } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SharedAlbumListItem_sharedAlbum$key } from '../../../__generated__/SharedAlbumListItem_sharedAlbum.graphql.ts'
import { sharedAlbumPath } from '../../../shared/paths.ts'
import { PhotoImage } from '../../../shared/PhotoImage.tsx'
import { AlbumCard } from './AlbumCard.tsx'

const fragment = graphql`
  fragment SharedAlbumListItem_sharedAlbum on SharedAlbum {
    id
    name
    photosCount
    created
    owner {
      email
    }
    cover {
      ...PhotoImage_photo
    }
  }
`

export interface SharedAlbumListItemProps {
  readonly sharedAlbum: SharedAlbumListItem_sharedAlbum$key
}

/** An album that somebody else shares with the customer. */
export const SharedAlbumListItem = memo(function SharedAlbumListItem({ sharedAlbum }: SharedAlbumListItemProps) {
  const { formatMessage } = useIntl()
  const { id, name, photosCount, created, owner, cover } = useFragment(fragment, sharedAlbum)
  return (
    <AlbumCard
      albumId={id}
      to={sharedAlbumPath(id)}
      name={name}
      photosCount={photosCount ?? null}
      created={created}
      cover={cover && <PhotoImage photo={cover} isCover />}
      note={owner ? formatMessage({ id: 'albums.sharedBy' }, { email: owner.email }) : null}
    />
  )
})

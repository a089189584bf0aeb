import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AlbumFace_album$key } from '../../../../__generated__/AlbumFace_album.graphql.ts'
import { thumbhashImage } from '../../../../shared/thumbhashImage.ts'
import { AlbumsIcon } from '../../../../ui/icons.tsx'
import styles from './AlbumFace.module.css'

const fragment = graphql`
  fragment AlbumFace_album on Album {
    name
    photosCount
    cover {
      thumbhash
      thumbnail(width: 300) {
        url
      }
    }
  }
`

/** A small view of an album: its cover, its name and its number of photos. */
export function AlbumFace({ album }: { readonly album: AlbumFace_album$key }) {
  const { formatMessage } = useIntl()
  const face = useFragment(fragment, album)
  // The data of a deleted album is null, although its type does not allow null. The album is rendered once more before
  // the list drops it.
  if (!face) return null
  const { name, photosCount, cover } = face
  const background = cover?.thumbhash ? { backgroundImage: `url("${thumbhashImage(cover.thumbhash)}")` } : undefined
  return (
    <span className={styles.face}>
      <span className={styles.cover} style={background}>
        {cover?.thumbnail ? (
          <img src={cover.thumbnail.url} alt="" loading="lazy" draggable={false} className={styles.picture} />
        ) : (
          <AlbumsIcon />
        )}
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>{' '}
        {typeof photosCount === 'number' && (
          <span className={styles.count}>{formatMessage({ id: 'timeline.photosCount' }, { count: photosCount })}</span>
        )}
      </span>
    </span>
  )
}

import { useIntl } from 'react-intl'
import { AlbumNotice } from './AlbumNotice.tsx'

/** There is no such album, be it that it was deleted, also while it was looked at, or that it is somebody else's. */
export function MissingAlbum() {
  const { formatMessage } = useIntl()
  return (
    <AlbumNotice
      title={formatMessage({ id: 'album.missingTitle' })}
      text={formatMessage({ id: 'album.missingText' })}
    />
  )
}

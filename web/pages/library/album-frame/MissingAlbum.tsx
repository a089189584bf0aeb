import { useIntl } from 'react-intl'
import { AlbumNotice } from './AlbumNotice.tsx'

/** Shown for an album that does not exist, was deleted (also while it was open), or belongs to another customer. */
export function MissingAlbum() {
  const { formatMessage } = useIntl()
  return (
    <AlbumNotice
      title={formatMessage({ id: 'album.missingTitle' })}
      text={formatMessage({ id: 'album.missingText' })}
    />
  )
}

import { useIntl } from 'react-intl'
import { AlbumNotice } from '../album-frame/AlbumNotice.tsx'

/** The page for an album that disappears while it is open. It says what may have happened, and where the photos are. */
export function NoLongerShared({ wasOwner }: { readonly wasOwner: boolean }) {
  const { formatMessage } = useIntl()
  return (
    <AlbumNotice
      title={formatMessage({ id: wasOwner ? 'sharedAlbum.endedTitle' : 'sharedAlbum.goneTitle' })}
      text={formatMessage({ id: wasOwner ? 'sharedAlbum.endedText' : 'sharedAlbum.goneText' })}
    />
  )
}

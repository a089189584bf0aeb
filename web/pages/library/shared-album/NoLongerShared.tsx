import { useIntl } from 'react-intl'
import { AlbumNotice } from '../album-frame/AlbumNotice.tsx'

/** The album was taken away while it was looked at: says what may have happened to it, and where the photos are. */
export function NoLongerShared({ wasOwner }: { readonly wasOwner: boolean }) {
  const { formatMessage } = useIntl()
  return (
    <AlbumNotice
      title={formatMessage({ id: wasOwner ? 'sharedAlbum.endedTitle' : 'sharedAlbum.goneTitle' })}
      text={formatMessage({ id: wasOwner ? 'sharedAlbum.endedText' : 'sharedAlbum.goneText' })}
    />
  )
}

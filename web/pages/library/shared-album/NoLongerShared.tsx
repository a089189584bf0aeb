import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { MessagePage } from '../../../shared/MessagePage.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'

/** The album was taken away while it was looked at: says what may have happened to it, and where the photos are. */
export function NoLongerShared({ wasOwner }: { readonly wasOwner: boolean }) {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: wasOwner ? 'sharedAlbum.endedTitle' : 'sharedAlbum.goneTitle' })
  usePageTitle(title)
  useMarkFirstView(true)
  return (
    <div role="alert">
      <MessagePage
        title={title}
        action={<AppLink to={albumsPath}>{formatMessage({ id: 'album.breadcrumb' })}</AppLink>}
      >
        {formatMessage({ id: wasOwner ? 'sharedAlbum.endedText' : 'sharedAlbum.goneText' })}
      </MessagePage>
    </div>
  )
}

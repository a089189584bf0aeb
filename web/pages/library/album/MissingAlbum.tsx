import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { MessagePage } from '../../../shared/MessagePage.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'

/** There is no such album, be it that it was deleted, also while it was looked at, or that it is somebody else's. */
export function MissingAlbum() {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'album.missingTitle' })
  usePageTitle(title)
  useMarkFirstView(true)
  return (
    <div role="alert">
      <MessagePage
        title={title}
        action={<AppLink to={albumsPath}>{formatMessage({ id: 'album.breadcrumb' })}</AppLink>}
      >
        {formatMessage({ id: 'album.missingText' })}
      </MessagePage>
    </div>
  )
}

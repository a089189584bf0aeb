import { useIntl } from 'react-intl'
import { AppLinkButton } from '../../../shared/AppLinkButton.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { albumsPath } from '../../../shared/paths.ts'
import { ToPhotos } from '../../../shared/ToPhotos.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { MessagePage } from '../../../ui/MessagePage.tsx'

export interface AlbumNoticeProps {
  readonly title: string
  readonly text: string
}

/** Shown in place of an album that cannot be shown, with a link to all albums. */
export function AlbumNotice({ title, text }: AlbumNoticeProps) {
  const { formatMessage } = useIntl()
  usePageTitle(title)
  useMarkFirstView(true)
  return (
    <div role="alert">
      <MessagePage
        topic="missing"
        title={title}
        actions={
          <>
            <AppLinkButton to={albumsPath} variant="primary">
              {formatMessage({ id: 'album.breadcrumb' })}
            </AppLinkButton>
            <ToPhotos />
          </>
        }
      >
        {text}
      </MessagePage>
    </div>
  )
}

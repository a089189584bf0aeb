import { useIntl } from 'react-intl'
import { AppLinkButton } from '../shared/AppLinkButton.tsx'
import { useMarkFirstView } from '../shared/firstView.ts'
import { homePath } from '../shared/paths.ts'
import { ToPhotos } from '../shared/ToPhotos.tsx'
import { usePageTitle } from '../shared/usePageTitle.ts'
import { MessagePage } from '../ui/MessagePage.tsx'

/** Shown for an address without a page. */
export function NotFoundPage() {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'notFound.title' })
  usePageTitle(title)
  useMarkFirstView(true)
  return (
    <MessagePage
      topic="missing"
      title={title}
      actions={
        <>
          <AppLinkButton to={homePath} variant="primary">
            {formatMessage({ id: 'notFound.home' })}
          </AppLinkButton>
          <ToPhotos />
        </>
      }
    >
      {formatMessage({ id: 'notFound.text' })}
    </MessagePage>
  )
}

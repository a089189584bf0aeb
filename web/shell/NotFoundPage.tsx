import { useIntl } from 'react-intl'
import { AppLink } from '../shared/AppLink.tsx'
import { homePath } from '../shared/paths.ts'
import { usePageTitle } from '../shared/usePageTitle.ts'
import { MessagePage } from '../shared/MessagePage.tsx'

/** Shown for an address without a page. */
export function NotFoundPage() {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'notFound.title' })
  usePageTitle(title)
  return (
    <MessagePage title={title} action={<AppLink to={homePath}>{formatMessage({ id: 'notFound.home' })}</AppLink>}>
      {formatMessage({ id: 'notFound.text' })}
    </MessagePage>
  )
}

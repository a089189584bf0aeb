import { useIntl } from 'react-intl'
import { useMatches } from 'react-router-dom'
import { usePageTitle } from '../usePageTitle.ts'
import type { PageRoute } from './PageRoute.ts'

/** Returns the title that the page's route declares, and sets it as the document's title. */
export function useRouteTitle(): string {
  const { formatMessage } = useIntl()
  // Every route's handle is its page (web/shell/routeObject.ts); the router does not know its type.
  const page = useMatches().at(-1)?.handle as PageRoute | undefined
  if (page?.title === undefined) throw new Error('useRouteTitle is used on a page whose route has no title')
  const text = formatMessage({ id: page.title })
  usePageTitle(text)
  return text
}

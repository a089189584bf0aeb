import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { OnlineProductsPageQuery } from '../../../__generated__/OnlineProductsPageQuery.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useReturn } from '../../../relay/useReturn.ts'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { bookPagesOf } from '../shared/bookPages.ts'
import { BooksList } from './BooksList.tsx'
import { BooksSkeleton } from './BooksSkeleton.tsx'
import { booksPerPage } from '../shared/booksPerPage.ts'

const query = graphql`
  query OnlineProductsPageQuery($skip: Int!) {
    viewer {
      ...BooksList_viewer @arguments(skip: $skip)
    }
  }
`

/** The online books of the customer, newest order first: to open them, to share them, or to delete them. */
export function OnlineProductsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<OnlineProductsPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="menu"
      text={formatMessage({ id: 'onlineBooks.text' })}
      failure={formatMessage({ id: 'onlineBooks.loadFailed' })}
      skeleton={<BooksSkeleton />}
    >
      <Books page={page} />
    </PageFrame>
  )
}

function Books({ page }: { readonly page: LoadedQuery<OnlineProductsPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<OnlineProductsPageQuery>(query, page.reference)
  const pages = bookPagesOf(useSession())
  useReturn(() => page.refresh())
  const refresh = useEffectEvent(() => page.refresh())
  useEffect(() => pages.subscribe(() => refresh()), [pages])
  if (!viewer) return <ErrorState message={formatMessage({ id: 'onlineBooks.loadFailed' })} onRetry={page.retry} />
  const { skip } = page.reference.variables
  return <BooksList viewer={viewer} page={skip / booksPerPage + 1} onRead={() => page.refresh()} onRetry={page.retry} />
}

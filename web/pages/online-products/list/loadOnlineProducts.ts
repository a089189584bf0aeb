import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type OnlineProductsPageQuery } from '../../../__generated__/OnlineProductsPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { pageOf } from '../../../shared/page-links/pageAddress.ts'
import { bookPagesOf } from '../shared/bookPages.ts'
import { booksPerPage } from '../shared/booksPerPage.ts'

/** Starts the query of one page of the online books. The URL has the number of the page. */
export function loadOnlineProducts(session: Session, { request }: LoaderFunctionArgs) {
  const skip = (pageOf(new URL(request.url).search) - 1) * booksPerPage
  bookPagesOf(session).add(skip)
  const options = { fetchPolicy: 'store-and-network' } as const
  return loadQuery<OnlineProductsPageQuery>(session.environment, query, { skip }, options)
}

import { type PreloadedQuery, loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import galleryQuery, { type GallerySectionQuery } from '../../../__generated__/GallerySectionQuery.graphql.ts'
import query, { type OnlineProductPageQuery } from '../../../__generated__/OnlineProductPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'

/** The queries of the page of a book, as its route has started them. */
export interface LoadedBook {
  readonly page: PreloadedQuery<OnlineProductPageQuery>
  readonly gallery: PreloadedQuery<GallerySectionQuery>
}

/** Starts the queries of a book. The address names the book by the code of its order line. */
export function loadOnlineProduct(
  { environment, locale, config }: Session,
  { params }: LoaderFunctionArgs,
): LoadedBook {
  const variables = { productCode: params['productCode'] ?? '' }
  const options = { fetchPolicy: 'store-and-network' } as const
  return {
    page: loadQuery<OnlineProductPageQuery>(environment, query, variables, options),
    gallery: loadQuery<GallerySectionQuery>(
      environment,
      galleryQuery,
      { ...variables, channel: config.channel, locale },
      options,
    ),
  }
}

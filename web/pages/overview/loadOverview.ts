import { type PreloadedQuery, loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import storageQuery, { type StorageNoticeQuery } from '../../__generated__/StorageNoticeQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { hasSharedAlbums } from '../../app/features.ts'

/** The queries of the overview, as its route has started them. */
export interface LoadedOverview {
  readonly page: PreloadedQuery<OverviewPageQuery>
  readonly storage: PreloadedQuery<StorageNoticeQuery>
}

/**
 * Starts the query of the notice about the storage, and then the query of the overview. So the answer for the notice
 * usually arrives first.
 */
export function loadOverview({ config, environment }: Session, { request }: LoaderFunctionArgs): LoadedOverview {
  const variables = { hasSharedAlbums: hasSharedAlbums(config.features, request.url) }
  const options = { fetchPolicy: 'store-and-network' } as const
  const storage = loadQuery<StorageNoticeQuery>(environment, storageQuery, {}, options)
  return { storage, page: loadQuery<OverviewPageQuery>(environment, query, variables, options) }
}

import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query from '../../../__generated__/AlbumsPageQuery.graphql.ts'
import type { AlbumsPageQuery } from '../../../__generated__/AlbumsPageQuery.graphql.ts'
import type { App } from '../../../startup/appContext.ts'
import { hasSharedAlbums } from '../../../startup/features.ts'
import { albumsToLoad, areMoreShownThanLoad } from './albumPages.ts'

/** Starts the query of the albums. */
export function loadAlbums({ config, environment }: App, { request }: LoaderFunctionArgs) {
  const variables = {
    first: albumsToLoad(environment),
    hasSharedAlbums: hasSharedAlbums(config.features, request.url),
  }
  const fetchPolicy = areMoreShownThanLoad(environment) ? 'store-or-network' : 'store-and-network'
  return loadQuery<AlbumsPageQuery>(environment, query, variables, { fetchPolicy })
}

import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type AlbumsPageQuery } from '../../../__generated__/AlbumsPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { hasSharedAlbums } from '../../../app/features.ts'
import { albumPagesOf } from './albumPages.ts'

/** Starts the query of the albums. */
export function loadAlbums(session: Session, { request }: LoaderFunctionArgs) {
  const { config, environment } = session
  const { first, fetchPolicy } = albumPagesOf(session).begin()
  const variables = { first, hasSharedAlbums: hasSharedAlbums(config.features, request.url) }
  return loadQuery<AlbumsPageQuery>(environment, query, variables, { fetchPolicy })
}

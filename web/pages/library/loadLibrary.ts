import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type LibraryLayoutQuery } from '../../__generated__/LibraryLayoutQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { hasSharedAlbums } from '../../app/features.ts'

/** Starts the query of the library's header. */
export function loadLibrary({ config, environment }: Session, { request }: LoaderFunctionArgs) {
  const variables = { hasSharedAlbums: hasSharedAlbums(config.features, request.url) }
  return loadQuery<LibraryLayoutQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}

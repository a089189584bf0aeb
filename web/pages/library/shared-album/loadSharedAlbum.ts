import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type SharedAlbumPageQuery } from '../../../__generated__/SharedAlbumPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { keepAlbum } from '../album-frame/keepAlbum.ts'

/** Starts the query of a shared album. */
export function loadSharedAlbum(session: Session, { params }: LoaderFunctionArgs) {
  const id = params['sharedAlbumId'] ?? ''
  keepAlbum(session, query, id)
  return loadQuery<SharedAlbumPageQuery>(session.environment, query, { id }, { fetchPolicy: 'store-and-network' })
}

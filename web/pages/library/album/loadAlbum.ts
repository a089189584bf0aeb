import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type AlbumPageQuery } from '../../../__generated__/AlbumPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { keepAlbum } from '../album-frame/keepAlbum.ts'

/** Starts the query of an album. */
export function loadAlbum(session: Session, { params }: LoaderFunctionArgs) {
  const id = params['albumId'] ?? ''
  keepAlbum(session, query, id)
  return loadQuery<AlbumPageQuery>(session.environment, query, { id }, { fetchPolicy: 'store-and-network' })
}

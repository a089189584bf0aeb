import { loadQuery } from 'react-relay/hooks'
import query, { type SharedAlbumPageQuery } from '../../../__generated__/SharedAlbumPageQuery.graphql.ts'
import type { App } from '../../../app/appContext.ts'
import { keepAlbum } from '../album-frame/keepAlbum.ts'

/** Starts the query of a shared album. */
export function loadSharedAlbum({ environment }: App, id: string) {
  keepAlbum(environment, query, id)
  return loadQuery<SharedAlbumPageQuery>(environment, query, { id }, { fetchPolicy: 'store-and-network' })
}

import { loadQuery } from 'react-relay/hooks'
import query, { type AlbumPageQuery } from '../../../__generated__/AlbumPageQuery.graphql.ts'
import type { App } from '../../../app/appContext.ts'
import { keepAlbum } from '../album-frame/keepAlbum.ts'

/** Starts the query of an album. */
export function loadAlbum({ environment }: App, id: string) {
  keepAlbum(environment, query, id)
  return loadQuery<AlbumPageQuery>(environment, query, { id }, { fetchPolicy: 'store-and-network' })
}

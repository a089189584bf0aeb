import { type PreloadedQuery, loadQuery } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import query, { type AlbumTrayQuery } from '../../../../__generated__/AlbumTrayQuery.graphql.ts'

/** Asks for the albums that the tray shows. */
export function loadAlbumTray(environment: Environment): PreloadedQuery<AlbumTrayQuery> {
  return loadQuery<AlbumTrayQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

import { type PreloadedQuery, loadQuery } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import query, { type AlbumTrayQuery } from '../../../../__generated__/AlbumTrayQuery.graphql.ts'

/** Starts the query of the albums in the tray. */
export function loadAlbumTray(environment: Environment): PreloadedQuery<AlbumTrayQuery> {
  return loadQuery<AlbumTrayQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

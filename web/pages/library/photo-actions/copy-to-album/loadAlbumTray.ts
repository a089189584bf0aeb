import { loadQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import query from '../../../../__generated__/AlbumTrayQuery.graphql.ts'
import type { AlbumTrayQuery } from '../../../../__generated__/AlbumTrayQuery.graphql.ts'

/** Asks for the albums that the tray shows. */
export function loadAlbumTray(environment: Environment): PreloadedQuery<AlbumTrayQuery> {
  return loadQuery<AlbumTrayQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

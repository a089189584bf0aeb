import { loadQuery } from 'react-relay/hooks'
import query, { type DownloadsPageQuery } from '../../__generated__/DownloadsPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { downloadsPerPage } from './downloadsPerPage.ts'

/** Starts the query of the downloads. */
export function loadDownloads({ environment }: Session) {
  const variables = { first: downloadsPerPage }
  return loadQuery<DownloadsPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}

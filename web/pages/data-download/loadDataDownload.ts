import { loadQuery } from 'react-relay/hooks'
import query, { type DataDownloadPageQuery } from '../../__generated__/DataDownloadPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the page: which kind of account the customer has, and the state of its file. */
export function loadDataDownload({ environment }: Session) {
  return loadQuery<DataDownloadPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

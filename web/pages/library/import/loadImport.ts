import { loadQuery } from 'react-relay/hooks'
import query, { type ImportPageQuery } from '../../../__generated__/ImportPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'

/** Starts the query of the page that imports a customer's older library. */
export function loadImport({ environment }: Session) {
  return loadQuery<ImportPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

import { loadQuery } from 'react-relay/hooks'
import query, { type ImportPageQuery } from '../../../__generated__/ImportPageQuery.graphql.ts'
import type { App } from '../../../app/appContext.ts'

/** Starts the query of what is known of the older library. */
export function loadImport({ environment }: App) {
  return loadQuery<ImportPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

import { loadQuery } from 'react-relay/hooks'
import query from '../../__generated__/LibraryLayoutQuery.graphql.ts'
import type { LibraryLayoutQuery } from '../../__generated__/LibraryLayoutQuery.graphql.ts'
import type { App } from '../../startup/appContext.ts'

/** Starts the query of the library's header. */
export function loadLibrary({ environment }: App) {
  return loadQuery<LibraryLayoutQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

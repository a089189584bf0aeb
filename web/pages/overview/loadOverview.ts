import { loadQuery } from 'react-relay/hooks'
import query from '../../__generated__/OverviewPageQuery.graphql.ts'
import type { OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import type { App } from '../../startup/appContext.ts'

/** Starts the query of the overview. */
export function loadOverview({ environment }: App) {
  return loadQuery<OverviewPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

import { loadQuery } from 'react-relay/hooks'
import query, { type ConnectedAppsPageQuery } from '../../__generated__/ConnectedAppsPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the connected apps. */
export function loadConnectedApps({ environment }: Session) {
  return loadQuery<ConnectedAppsPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

import { loadQuery } from 'react-relay/hooks'
import appsQuery, { type ConnectedAppsPageQuery } from '../../__generated__/ConnectedAppsPageQuery.graphql.ts'
import query, { type SignInSecurityPageQuery } from '../../__generated__/SignInSecurityPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the password, sessions and passkeys. */
export function loadSignInSecurity({ environment }: Session) {
  return loadQuery<SignInSecurityPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

/** Starts the query of the connected apps. */
export function loadConnectedApps({ environment }: Session) {
  return loadQuery<ConnectedAppsPageQuery>(environment, appsQuery, {}, { fetchPolicy: 'store-and-network' })
}

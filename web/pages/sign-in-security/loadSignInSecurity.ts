import { loadQuery } from 'react-relay/hooks'
import query, { type SignInSecurityPageQuery } from '../../__generated__/SignInSecurityPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the password, sessions and passkeys. */
export function loadSignInSecurity({ environment }: Session) {
  return loadQuery<SignInSecurityPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

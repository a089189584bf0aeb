import { loadQuery } from 'react-relay/hooks'
import query, { type AccountDeletionPageQuery } from '../../__generated__/AccountDeletionPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the page. It always fetches the data, because the facts must be up to date. */
export function loadAccountDeletion({ environment }: Session) {
  return loadQuery<AccountDeletionPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

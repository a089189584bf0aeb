import { loadQuery } from 'react-relay/hooks'
import query, { type EmailChangePageQuery } from '../../__generated__/EmailChangePageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/**
 * Starts the query of the page. The link may have been opened on another device meanwhile, so the query is sent even if
 * the store has an answer.
 */
export function loadEmailChange({ environment }: Session) {
  return loadQuery<EmailChangePageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

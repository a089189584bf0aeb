import { loadQuery } from 'react-relay/hooks'
import query, { type PersonalDetailsPageQuery } from '../../__generated__/PersonalDetailsPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the personal details. */
export function loadPersonalDetails({ environment }: Session) {
  return loadQuery<PersonalDetailsPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

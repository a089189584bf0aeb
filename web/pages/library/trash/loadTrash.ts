import { loadQuery } from 'react-relay/hooks'
import query, { type TrashPageQuery } from '../../../__generated__/TrashPageQuery.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { trashPerPage } from './trashPerPage.ts'

/** Starts the query of the trash. */
export function loadTrash({ environment }: Session) {
  const variables = { first: trashPerPage }
  return loadQuery<TrashPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}

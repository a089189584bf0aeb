import { loadQuery } from 'react-relay/hooks'
import query, { type FtpIntegrationPageQuery } from '../../__generated__/FtpIntegrationPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the FTP integration. */
export function loadFtpIntegration({ environment }: Session) {
  return loadQuery<FtpIntegrationPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}

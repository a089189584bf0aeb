import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { findFileUrlQuery } from '../../../__generated__/findFileUrlQuery.graphql.ts'

const query = graphql`
  query findFileUrlQuery($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ... on ExportChunk {
        url
      }
    }
  }
`

/**
 * Fetches the address of an export file. It is fetched at the time of the download, because links expire.
 * @returns null if the file no longer exists
 * @throws if the query fails
 */
export async function findFileUrl(environment: IEnvironment, id: string): Promise<string | null> {
  const config = { networkCacheConfig: { force: true } }
  const answer = await fetchQuery<findFileUrlQuery>(environment, query, { id }, config).toPromise()
  return answer?.node?.url ?? null
}

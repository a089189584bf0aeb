import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { findArchiveUrlQuery } from '../../__generated__/findArchiveUrlQuery.graphql.ts'

const query = graphql`
  query findArchiveUrlQuery($id: ID!) {
    node(id: $id) {
      ... on Download {
        url
      }
    }
  }
`

/**
 * Fetches a link to the file of an archive. Call this at the time of the download, because links expire. Resolves with
 * null if the file no longer exists. Rejects with a RequestError.
 * @param id the global id of the archive
 */
export async function findArchiveUrl(environment: IEnvironment, id: string): Promise<string | null> {
  const config = { networkCacheConfig: { force: true } }
  const answer = await fetchQuery<findArchiveUrlQuery>(environment, query, { id }, config).toPromise()
  return answer?.node?.url ?? null
}

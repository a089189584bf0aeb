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
 * Where a file of an export is; asked for when it is wanted, since links end with the export.
 * @returns null when it is gone
 * @throws when nobody could say
 */
export async function findFileUrl(environment: IEnvironment, id: string): Promise<string | null> {
  const config = { networkCacheConfig: { force: true } }
  const answer = await fetchQuery<findFileUrlQuery>(environment, query, { id }, config).toPromise()
  return answer?.node?.url ?? null
}

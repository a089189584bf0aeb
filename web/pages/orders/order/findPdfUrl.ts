import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { findPdfUrlQuery } from '../../../__generated__/findPdfUrlQuery.graphql.ts'

const query = graphql`
  query findPdfUrlQuery($codes: [String!]!) @throwOnFieldError {
    viewer {
      productPdfs(productCodes: $codes) {
        url
      }
    }
  }
`

/**
 * Fetches the URL of the PDF of an ordered product. It is fetched at the time of the download, because links
 * expire.
 * @param code the code of the line in its order
 * @returns null if the PDF no longer exists
 * @throws if the query fails
 */
export async function findPdfUrl(environment: IEnvironment, code: string): Promise<string | null> {
  const config = { networkCacheConfig: { force: true } }
  const answer = await fetchQuery<findPdfUrlQuery>(environment, query, { codes: [code] }, config).toPromise()
  return answer?.viewer?.productPdfs?.[0]?.url ?? null
}

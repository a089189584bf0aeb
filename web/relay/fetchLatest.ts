import { fetchQuery } from 'react-relay/hooks'
import {
  type GraphQLTaggedNode,
  type IEnvironment,
  type Variables,
  createOperationDescriptor,
  getRequest,
} from 'relay-runtime'

/**
 * Fetches the current answer of a query into the store. If the same query is in flight, Relay joins that request, whose
 * answer may lack the latest change. So the query is then fetched once more. A failure changes nothing.
 */
export function fetchLatest(environment: IEnvironment, query: GraphQLTaggedNode, variables: Variables): void {
  const { identifier } = createOperationDescriptor(getRequest(query), variables).request
  const fetch = () => fetchQuery(environment, query, variables, { networkCacheConfig: { force: true } })
  // Relay forgets a request only after it has told all observers that the request has ended.
  const again = () => queueMicrotask(() => fetch().subscribe({}))
  fetch().subscribe(environment.isRequestActive(identifier) ? { complete: again, error: again } : {})
}

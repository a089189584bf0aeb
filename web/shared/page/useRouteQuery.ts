import type { PreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { type LoadedQuery, useLoadedQuery } from '../../relay/useLoadedQuery.ts'

/** The query of a page, as its route's `load` has started it. */
export function useRouteQuery<Query extends OperationType>(query: GraphQLTaggedNode): LoadedQuery<Query> {
  // The route's loader returns a query of this type; the router does not know it.
  return useLoadedQuery<Query>(query, useLoaderData<PreloadedQuery<Query>>())
}

import { useCallback, useState } from 'react'
import { type PreloadedQuery, loadQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { fetchLatest } from './fetchLatest.ts'
import { useReleaseOnLeave } from './useReleaseOnLeave.ts'

/** A query that a route's loader has started, with functions that fetch its data again. */
export interface LoadedQuery<Query extends OperationType> {
  /** The query as the loader started it: a new object after each navigation that runs the loader again. */
  readonly loaded: PreloadedQuery<Query>
  /** What `usePreloadedQuery` reads: the loader's query, or the retry that has replaced it. */
  readonly reference: PreloadedQuery<Query>
  /** Fetches the data again after a failure; suspends until the answer arrives. */
  readonly retry: () => void
  /**
   * Fetches the data again while the page keeps what it shows. A failure changes nothing; the next change tries again.
   * @param variables by default those of the loader
   */
  readonly refresh: (variables?: Query['variables']) => void
}

/**
 * Follows a query that a route's loader has started. A retry replaces only that query: when the loader starts a new
 * query after a navigation, the new query is used.
 * @param releaseAfter how long (ms) an abandoned query is kept; 0 also cancels its request
 */
export function useLoadedQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  loaded: PreloadedQuery<Query>,
  releaseAfter?: number,
): LoadedQuery<Query> {
  const environment = useRelayEnvironment()
  const [retried, setRetried] = useState<{ readonly of: typeof loaded; readonly reference: typeof loaded } | null>(null)
  const reference = retried?.of === loaded ? retried.reference : loaded
  useReleaseOnLeave(reference, releaseAfter)
  const retry = useCallback(() => {
    const again = loadQuery<Query>(environment, query, loaded.variables, { fetchPolicy: 'network-only' })
    setRetried({ of: loaded, reference: again })
  }, [environment, query, loaded])
  const refresh = useCallback(
    (variables = loaded.variables) => fetchLatest(environment, query, variables),
    [environment, query, loaded],
  )
  return { loaded, reference, retry, refresh }
}

import { useState } from 'react'
import { type PreloadedQuery, loadQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { useReleaseOnLeave } from './useReleaseOnLeave.ts'

/** The query that a route's loader started, until that fails and one tries again. */
export function useRetriedQuery<Query extends OperationType>(query: GraphQLTaggedNode, loaded: PreloadedQuery<Query>) {
  const environment = useRelayEnvironment()
  const [retried, setRetried] = useState<{ readonly of: typeof loaded; readonly reference: typeof loaded } | null>(null)
  const reference = retried?.of === loaded ? retried.reference : loaded
  useReleaseOnLeave(reference)
  const retry = () => {
    const again = loadQuery<Query>(environment, query, reference.variables, { fetchPolicy: 'network-only' })
    setRetried({ of: loaded, reference: again })
  }
  return { reference, retry }
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { fetchQuery, useQueryLoader, useRelayEnvironment } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'

/** Whoever goes to and fro does not ask more often than this. */
const restMilliseconds = 10_000

interface QueryWithoutVariables extends OperationType {
  readonly variables: Record<string, never>
}

/**
 * The query of what comes after the page: asked when its component comes, and again when one comes back to the window,
 * since what was done elsewhere may have changed the answer. Null until it is asked.
 */
export function useFreshQuery<Query extends QueryWithoutVariables>(
  query: GraphQLTaggedNode,
): { readonly reference: PreloadedQuery<Query> | null; readonly retry: () => void } {
  const environment = useRelayEnvironment()
  const [reference, load] = useQueryLoader<Query>(query)
  const askedAt = useRef(0)
  useEffect(() => {
    askedAt.current = Date.now()
    load({}, { fetchPolicy: 'store-and-network' })
  }, [load])
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt.current < restMilliseconds) return
    askedAt.current = Date.now()
    fetchQuery<Query>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
      // A failure leaves what was shown; the next time tries again.
      error: () => undefined,
    })
  })
  useEffect(() => {
    const onReturn = () => refresh()
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
  return { reference: reference ?? null, retry: () => load({}, { fetchPolicy: 'network-only' }) }
}

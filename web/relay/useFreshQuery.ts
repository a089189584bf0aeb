import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchQuery, useQueryLoader, useRelayEnvironment } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import { createOperationDescriptor, getRequest } from 'relay-runtime'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'

/** Whoever goes to and fro does not ask more often than this. */
const restMilliseconds = 10_000
/** What failed is asked for again after this long, then after twice as long, and so on … */
const firstPauseMilliseconds = 4_000
/** … so many times. */
const mostRetries = 4

interface QueryWithoutVariables extends OperationType {
  readonly variables: Record<string, never>
}

/**
 * The query of what comes after the page: asked when its component comes, and again when one comes back to the window,
 * since what was done elsewhere may have changed the answer. Null until the answer is there: whoever reads it never
 * suspends, and a page that is on its way does not wait for it either. What fails is asked again by itself.
 */
export function useFreshQuery<Query extends QueryWithoutVariables>(
  query: GraphQLTaggedNode,
): { readonly reference: PreloadedQuery<Query> | null; readonly hasFailed: boolean } {
  const environment = useRelayEnvironment()
  const [reference, load] = useQueryLoader<Query>(query)
  const [failures, setFailures] = useState(0)
  const askedAt = useRef(0)
  const show = useEffectEvent(() => {
    if (!reference) load({}, { fetchPolicy: 'store-only' })
  })
  const ask = useEffectEvent(() => {
    askedAt.current = Date.now()
    return fetchQuery<Query>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
      complete: () => {
        setFailures(0)
        show()
      },
      // A failure leaves what was shown.
      error: () => setFailures((count) => count + 1),
    })
  })
  useEffect(() => {
    const { status } = environment.check(createOperationDescriptor(getRequest(query), {}))
    if (status === 'available') show()
    const asked = ask()
    return () => asked.unsubscribe()
  }, [environment, query])
  useEffect(() => {
    if (failures === 0 || failures > mostRetries) return undefined
    const timer = setTimeout(() => ask(), firstPauseMilliseconds * 2 ** (failures - 1))
    return () => clearTimeout(timer)
  }, [failures])
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== 'hidden' && Date.now() - askedAt.current >= restMilliseconds) ask()
    }
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
  return { reference: reference ?? null, hasFailed: failures > 0 }
}

import { useEffect, useRef } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { OperationType } from 'relay-runtime'

/**
 * Lets go of a query, such as one that a route's loader started, once its page is left: Relay's store may then forget the records.
 * A moment later only, since effects may run twice and pages are replaced within one navigation.
 */
export function useReleaseOnLeave<Query extends OperationType>(query: PreloadedQuery<Query> | null): void {
  const timers = useRef(new Map<PreloadedQuery<Query>, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    if (!query) return undefined
    const pending = timers.current
    clearTimeout(pending.get(query))
    pending.delete(query)
    return () => {
      pending.set(
        query,
        setTimeout(() => query.dispose(), 1_000),
      )
    }
  }, [query])
}

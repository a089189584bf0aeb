import { useEffect, useRef } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { OperationType } from 'relay-runtime'

/**
 * Releases a query once its page is left or another query replaces it: Relay's store may then forget the records. The
 * release waits, because React runs effects twice in development and replaces pages within one navigation.
 * @param milliseconds how long the release waits
 */
export function useReleaseOnLeave<Query extends OperationType>(
  query: PreloadedQuery<Query> | null,
  milliseconds = 1_000,
): void {
  const timers = useRef(new Map<PreloadedQuery<Query>, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    if (!query) return undefined
    const pending = timers.current
    clearTimeout(pending.get(query))
    pending.delete(query)
    return () => {
      pending.set(
        query,
        setTimeout(() => query.dispose(), milliseconds),
      )
    }
  }, [query, milliseconds])
}

import { useEffect, useState } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { OperationType } from 'relay-runtime'

/** Whether a query of a route has its answer, or has failed: for what stands beside a page and need not suspend. */
export function useIsAnswered<Query extends OperationType>(queryReference: PreloadedQuery<Query>): boolean {
  const { source } = queryReference
  const [answered, setAnswered] = useState<typeof queryReference>()
  useEffect(() => {
    const arrived = () => setAnswered(queryReference)
    const listening = source?.subscribe({ complete: arrived, error: arrived })
    return () => listening?.unsubscribe()
  }, [queryReference, source])
  return !source || answered === queryReference
}

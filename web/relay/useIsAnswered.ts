import { useEffect, useState } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { OperationType } from 'relay-runtime'

/**
 * Whether a query that was started is answered, or has failed: to read it then never suspends. What suspends while the
 * part around it has just appeared is shown 300 ms later by React, however soon its answer is there.
 */
export function useIsAnswered<Query extends OperationType>({ source }: PreloadedQuery<Query>): boolean {
  const [answered, setAnswered] = useState<typeof source>(undefined)
  useEffect(() => {
    const tell = () => setAnswered(() => source)
    const asked = source?.subscribe({ complete: tell, error: tell })
    return () => asked?.unsubscribe()
  }, [source])
  // What the store knew already has no source.
  return !source || answered === source
}

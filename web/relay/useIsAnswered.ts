import { useEffect, useState } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { OperationType } from 'relay-runtime'

/**
 * Whether a started query is answered or has failed, so that reading it does not suspend. If content suspends inside a
 * part that has just appeared, React delays it by 300 ms, even if the answer comes immediately.
 */
export function useIsAnswered<Query extends OperationType>({ source }: PreloadedQuery<Query>): boolean {
  const [answered, setAnswered] = useState<typeof source>(undefined)
  useEffect(() => {
    const settle = () => setAnswered(() => source)
    const asked = source?.subscribe({ complete: settle, error: settle })
    return () => asked?.unsubscribe()
  }, [source])
  // A query that the store answers has no source.
  return !source || answered === source
}

import { useEffect, useState } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import { type GraphQLTaggedNode, type OperationType, createOperationDescriptor, getRequest } from 'relay-runtime'

/**
 * Whether the first answer or failure of a query has arrived, or the store had all of its data when the component
 * mounted. Once true, it stays true.
 * A page shows its skeleton while this is false, so it shows the content as soon as the answer arrives. As a fallback
 * of `Suspense`, the skeleton would stay for at least 300 ms.
 */
export function useHasAnswer<Query extends OperationType>(
  query: GraphQLTaggedNode,
  reference: PreloadedQuery<Query>,
): boolean {
  const [hasAnswer, setHasAnswer] = useState(() => isAnswered(query, reference))
  const { source } = reference
  useEffect(() => {
    if (hasAnswer) return undefined
    const end = () => setHasAnswer(true)
    const waiting = source?.subscribe({ next: end, error: end, complete: end })
    return () => waiting?.unsubscribe()
  }, [hasAnswer, source])
  return hasAnswer || !source
}

function isAnswered<Query extends OperationType>(
  query: GraphQLTaggedNode,
  { environment, source, variables }: PreloadedQuery<Query>,
): boolean {
  if (environment.check(createOperationDescriptor(getRequest(query), variables)).status === 'available') return true
  let hasEvent = false
  const end = () => {
    hasEvent = true
  }
  // The source immediately repeats its earlier events to a new subscriber.
  source?.subscribe({ next: end, error: end, complete: end }).unsubscribe()
  return hasEvent
}

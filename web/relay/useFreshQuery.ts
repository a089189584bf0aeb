import { useEffect, useEffectEvent } from 'react'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { type Answer, useAnswer } from './useAnswer.ts'

interface QueryWithoutVariables extends OperationType {
  readonly variables: Record<string, never>
}

/**
 * The query of a secondary part of a page whose data changes without events. It is fetched again when the customer comes
 * back to the window, because other devices may have changed the answer.
 */
export function useFreshQuery<Query extends QueryWithoutVariables>(query: GraphQLTaggedNode): Answer<Query> {
  const answer = useAnswer<Query>(query, {})
  const refresh = useEffectEvent(() => void answer.refresh())
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== 'hidden') refresh()
    }
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
  return answer
}

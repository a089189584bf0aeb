import type { PreloadedQuery } from 'react-relay/hooks'
import type { GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { type Answer, type AnswerOptions, useAnswer } from './useAnswer.ts'
import { useReturn } from './useReturn.ts'

interface QueryWithoutVariables extends OperationType {
  readonly variables: Record<string, never>
}

/**
 * The query of a secondary part of a page. No events report changes of its data. So it is fetched again when the
 * customer comes back to the window, because other devices may have changed the answer.
 * @param started the query that a route's loader has started; by default the query starts when the component mounts
 */
export function useFreshQuery<Query extends QueryWithoutVariables>(
  query: GraphQLTaggedNode,
  started?: PreloadedQuery<Query>,
  options?: AnswerOptions,
): Answer<Query> {
  const answer = useAnswer<Query>(query, {}, started, options)
  useReturn(() => void answer.refresh())
  return answer
}

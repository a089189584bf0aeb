import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { useReorderPlanQuery } from '../../../../__generated__/useReorderPlanQuery.graphql.ts'

export const reorderPlanQuery = graphql`
  query useReorderPlanQuery($code: String!) {
    viewer {
      order(code: $code) {
        reorderPreflight {
          lines {
            line {
              id
            }
            skipReason
          }
          ...ReorderLines_preflight
        }
      }
    }
  }
`

/** What a reorder would order; null if this could not be found out. */
export function useReorderPlan(reference: PreloadedQuery<useReorderPlanQuery>) {
  const { viewer } = usePreloadedQuery<useReorderPlanQuery>(reorderPlanQuery, reference)
  const preflight = viewer?.order?.reorderPreflight
  if (!preflight) return null
  const skipped = preflight.lines.flatMap(({ line, skipReason }) => (skipReason ? [line.id] : []))
  return { preflight, skipped, isOrderable: skipped.length < preflight.lines.length }
}

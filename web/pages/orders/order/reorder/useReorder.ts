import { graphql } from 'react-relay/hooks'
import type { useReorderMutation } from '../../../../__generated__/useReorderMutation.graphql.ts'
import { unknownResult } from '../../../../relay/unknownResult.ts'
import { useAppMutation } from '../../../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useReorderMutation($input: ReorderInput!) {
    reorder(input: $input) {
      __typename
      ... on ReorderSuccess {
        shopUrl
        skippedLines {
          line {
            id
          }
        }
      }
      ... on ReorderUnavailable {
        reason
      }
      ... on OrderNotFound {
        __typename
      }
    }
  }
`

type Unavailable = Extract<useReorderMutation['response']['reorder'], { __typename: 'ReorderUnavailable' }>

export type ReorderOutcome =
  /** `skipped`: the ids of the lines that are not in the basket. */
  | { readonly kind: 'ordered'; readonly shopUrl: string; readonly skipped: readonly string[] }
  | { readonly kind: 'unavailable'; readonly reason: Unavailable['reason'] }
  | { readonly kind: 'failed' }

/**
 * Puts the lines of an order into a basket. Repeating the call gives the same basket. The second value is true while
 * the call runs.
 */
export function useReorder(): readonly [reorder: (orderId: string) => Promise<ReorderOutcome>, isPending: boolean] {
  const [run, isPending] = useAppMutation<useReorderMutation>(mutation)
  const reorder = async (orderId: string): Promise<ReorderOutcome> => {
    const outcome = await run({ variables: { input: { orderId } } })
    if (outcome.kind === 'failed') return { kind: 'failed' }
    const result = outcome.response.reorder
    switch (result.__typename) {
      case 'ReorderSuccess':
        return { kind: 'ordered', shopUrl: result.shopUrl, skipped: result.skippedLines.map(({ line }) => line.id) }
      case 'ReorderUnavailable':
        return { kind: 'unavailable', reason: result.reason }
      case 'OrderNotFound':
        return { kind: 'failed' }
      case '%other':
      default:
        return unknownResult(result)
    }
  }
  return [reorder, isPending]
}

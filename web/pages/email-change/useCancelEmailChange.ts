import { graphql } from 'react-relay/hooks'
import type { useCancelEmailChangeMutation } from '../../__generated__/useCancelEmailChangeMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useCancelEmailChangeMutation($input: CancelEmailChangeInput!) {
    cancelEmailChange(input: $input) {
      __typename
      ... on CancelEmailChangeSuccess {
        email
      }
      ... on EmailChangeNotFound {
        __typename
      }
    }
  }
`

/** Cancels the pending change. `cancel` resolves with false if the change may still be pending. */
export function useCancelEmailChange() {
  const [run, isCancelling] = useAppMutation<useCancelEmailChangeMutation>(mutation)
  const cancel = async (email: string): Promise<boolean> => {
    const outcome = await run({ variables: { input: { email } } })
    return outcome.kind === 'answered' && asOutcome(outcome.response.cancelEmailChange).kind === 'over'
  }
  return { cancel, isCancelling }
}

function asOutcome(result: useCancelEmailChangeMutation['response']['cancelEmailChange']): { kind: 'over' | 'failed' } {
  switch (result.__typename) {
    case 'CancelEmailChangeSuccess':
    // Another browser has cancelled the change, or a newer change has replaced it: the page then shows the newer
    // change.
    case 'EmailChangeNotFound':
      return { kind: 'over' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

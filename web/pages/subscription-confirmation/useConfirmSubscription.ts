import { graphql } from 'react-relay/hooks'
import type { useConfirmSubscriptionMutation } from '../../__generated__/useConfirmSubscriptionMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import type { ConfirmationLink, Reason } from './confirmationLink.ts'

const mutation = graphql`
  mutation useConfirmSubscriptionMutation($input: ConfirmNewsletterSubscriptionInput!) {
    confirmNewsletterSubscription(input: $input) {
      __typename
      ... on ConfirmNewsletterSubscriptionSuccess {
        email
      }
      ... on MailedLinkRefused {
        problem
      }
    }
  }
`

/** Confirms a subscription by a mailed link, without signing in. The second value is true while this runs. */
export function useConfirmSubscription(): readonly [
  confirm: (link: ConfirmationLink) => Promise<'confirmed' | Reason>,
  isConfirming: boolean,
] {
  const [run, isConfirming] = useAppMutation<useConfirmSubscriptionMutation>(mutation)
  const confirm = async (input: ConfirmationLink) => {
    const outcome = await run({ variables: { input }, isAnonymous: true })
    return outcome.kind === 'failed' ? 'failed' : outcomeOf(outcome.response.confirmNewsletterSubscription)
  }
  return [confirm, isConfirming]
}

function outcomeOf(
  result: useConfirmSubscriptionMutation['response']['confirmNewsletterSubscription'],
): 'confirmed' | Reason {
  switch (result.__typename) {
    case 'ConfirmNewsletterSubscriptionSuccess':
      return 'confirmed'
    case 'MailedLinkRefused':
      return reasonOf(result.problem)
    case '%other':
    default:
      return unknownResult(result).kind
  }
}

/** A newer gateway can send problems that this client does not know. */
function reasonOf(problem: string): Reason {
  if (problem === 'USED') return 'used'
  if (problem === 'EXPIRED') return 'expired'
  return problem === 'UNKNOWN' ? 'wrong' : 'failed'
}

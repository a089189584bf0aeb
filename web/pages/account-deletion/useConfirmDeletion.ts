import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useConfirmDeletionMutation } from '../../__generated__/useConfirmDeletionMutation.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import type { DeletionProblem } from './deletionAddress.ts'

const mutation = graphql`
  mutation useConfirmDeletionMutation($input: ConfirmAccountDeletionInput!) {
    confirmAccountDeletion(input: $input) {
      __typename
      ... on ConfirmAccountDeletionSuccess {
        deletesAt
      }
      ... on MailedLinkRefused {
        problem
      }
      ... on TooManyDeletionRequests {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
    }
  }
`

/** The outcome of the confirmation. */
export type Confirmation =
  | { readonly kind: 'deleted'; readonly deletesAt: string | null }
  | { readonly kind: 'signInAgain' }
  | { readonly kind: 'refused'; readonly problem: DeletionProblem }
  | { readonly kind: 'failed'; readonly correlationId?: string }

/**
 * Confirms the deletion with the token of the mailed link. On success, the sign-in has ended. Another tab may notice
 * the end of the sign-in before this tab does.
 */
export function useConfirmDeletion() {
  const { locale } = useIntl()
  const { signIn } = useSession()
  const [run] = useAppMutation<useConfirmDeletionMutation>(mutation)
  const [isConfirming, setConfirming] = useState(false)
  const confirm = async (token: string): Promise<Confirmation> => {
    setConfirming(true)
    signIn.setEnding(true)
    const outcome = await run({ variables: { input: { token, locale } } })
    const confirmation =
      outcome.kind === 'failed'
        ? ({ kind: 'failed', correlationId: outcome.error.correlationId } as const)
        : asConfirmation(outcome.response.confirmAccountDeletion)
    if (confirmation.kind === 'deleted') signIn.markEnded()
    else {
      signIn.setEnding(false)
      setConfirming(false)
    }
    return confirmation
  }
  return { confirm, isConfirming }
}

function asConfirmation(result: useConfirmDeletionMutation['response']['confirmAccountDeletion']): Confirmation {
  switch (result.__typename) {
    case 'ConfirmAccountDeletionSuccess':
      return { kind: 'deleted', deletesAt: result.deletesAt ?? null }
    case 'MailedLinkRefused':
      return { kind: 'refused', problem: knownProblem(result.problem) }
    case 'TooManyDeletionRequests':
      return { kind: 'refused', problem: 'TOO_MANY' }
    case 'RecentSignInRequired':
      return { kind: 'signInAgain' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

/** A newer gateway can send problems that this client does not know. */
function knownProblem(problem: string): DeletionProblem {
  return (['USED', 'EXPIRED', 'UNKNOWN', 'OTHER_ACCOUNT'] as const).find((known) => known === problem) ?? 'FAILED'
}

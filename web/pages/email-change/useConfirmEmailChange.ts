import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useConfirmEmailChangeMutation } from '../../__generated__/useConfirmEmailChangeMutation.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import type { EmailChangeProblem } from './errorAddress.ts'

const mutation = graphql`
  mutation useConfirmEmailChangeMutation($input: ConfirmEmailChangeInput!) {
    confirmEmailChange(input: $input) {
      __typename
      ... on ConfirmEmailChangeSuccess {
        isSignedOut
      }
      ... on MailedLinkRefused {
        problem
      }
      ... on EmailInUse {
        __typename
      }
      ... on TooManyEmailChanges {
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
  | { readonly kind: 'changed' | 'signInAgain' }
  | { readonly kind: 'refused'; readonly problem: EmailChangeProblem }
  | { readonly kind: 'failed'; readonly correlationId?: string }

/**
 * Confirms the change with the token of the mailed link. On success, the identity service has ended the sign-in.
 * Another tab may notice the end of the sign-in before this tab gets the answer.
 */
export function useConfirmEmailChange() {
  const { locale } = useIntl()
  const { signIn } = useSession()
  const [run] = useAppMutation<useConfirmEmailChangeMutation>(mutation)
  const [isConfirming, setConfirming] = useState(false)
  const confirm = async (token: string): Promise<Confirmation> => {
    setConfirming(true)
    signIn.setEnding(true)
    const outcome = await run({ variables: { input: { token, locale } } })
    const confirmation =
      outcome.kind === 'failed'
        ? ({ kind: 'failed', correlationId: outcome.error.correlationId } as const)
        : asConfirmation(outcome.response.confirmEmailChange)
    if (confirmation.kind === 'changed') signIn.markEnded()
    else {
      signIn.setEnding(false)
      setConfirming(false)
    }
    return confirmation
  }
  return { confirm, isConfirming }
}

function asConfirmation(result: useConfirmEmailChangeMutation['response']['confirmEmailChange']): Confirmation {
  switch (result.__typename) {
    case 'ConfirmEmailChangeSuccess':
      return { kind: 'changed' }
    case 'MailedLinkRefused':
      return { kind: 'refused', problem: knownProblem(result.problem) }
    case 'EmailInUse':
      return { kind: 'refused', problem: 'IN_USE' }
    case 'TooManyEmailChanges':
      return { kind: 'refused', problem: 'TOO_MANY' }
    case 'RecentSignInRequired':
      return { kind: 'signInAgain' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

/** A newer gateway can send problems that this client does not know. */
function knownProblem(problem: string): EmailChangeProblem {
  return (['USED', 'EXPIRED', 'UNKNOWN', 'OTHER_ACCOUNT'] as const).find((known) => known === problem) ?? 'FAILED'
}

import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useRequestDeletionMutation } from '../../__generated__/useRequestDeletionMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useRequestDeletionMutation($input: RequestAccountDeletionInput!) {
    requestAccountDeletion(input: $input) {
      __typename
      ... on RequestAccountDeletionSuccess {
        email
      }
      ... on TooManyDeletionRequests {
        retryAt
      }
      ... on MailRefused {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
    }
  }
`

/** Why no link was mailed. `failed`: the result is unknown, so the link may have been mailed. */
export type RequestProblem =
  | { readonly kind: 'refused' | 'signInAgain' | 'failed' }
  | { readonly kind: 'tooMany'; readonly retryAt: string | null }

/** Mails the link that confirms the deletion. `request` resolves with true if the link was sent. */
export function useRequestDeletion() {
  const { locale } = useIntl()
  const [run, isSending] = useAppMutation<useRequestDeletionMutation>(mutation)
  const [problem, setProblem] = useState<RequestProblem | null>(null)
  const request = async (): Promise<boolean> => {
    // A notice is rendered again after each refusal, so that it gets the focus and is announced again.
    setProblem(null)
    const outcome = await run({ variables: { input: { locale } } })
    const found =
      outcome.kind === 'failed' ? ({ kind: 'failed' } as const) : problemOf(outcome.response.requestAccountDeletion)
    setProblem(found)
    return found === null
  }
  return { request, isSending, problem }
}

function problemOf(result: useRequestDeletionMutation['response']['requestAccountDeletion']): RequestProblem | null {
  switch (result.__typename) {
    case 'RequestAccountDeletionSuccess':
      return null
    case 'TooManyDeletionRequests':
      return { kind: 'tooMany', retryAt: result.retryAt ?? null }
    case 'MailRefused':
      return { kind: 'refused' }
    case 'RecentSignInRequired':
      return { kind: 'signInAgain' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

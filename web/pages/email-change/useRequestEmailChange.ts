import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useRequestEmailChangeMutation } from '../../__generated__/useRequestEmailChangeMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useRequestEmailChangeMutation($input: RequestEmailChangeInput!) {
    requestEmailChange(input: $input) {
      __typename
      ... on RequestEmailChangeSuccess {
        email
      }
      ... on EmailInUse {
        __typename
      }
      ... on TooManyEmailChanges {
        retryAt
      }
      ... on InvalidEmail {
        problem
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
  | { readonly kind: 'inUse' | 'invalid' | 'unchanged' | 'refused' | 'signInAgain' | 'failed' }
  | { readonly kind: 'tooMany'; readonly retryAt: string | null }

/**
 * Mails a link to a new address. `request` resolves with true if the link was sent; otherwise `problem` says why not.
 */
export function useRequestEmailChange() {
  const { locale } = useIntl()
  const [run, isSending] = useAppMutation<useRequestEmailChangeMutation>(mutation)
  const [problem, setProblem] = useState<RequestProblem | null>(null)
  const request = async (email: string): Promise<boolean> => {
    const outcome = await run({ variables: { input: { email, locale } } })
    const found =
      outcome.kind === 'failed' ? ({ kind: 'failed' } as const) : problemOf(outcome.response.requestEmailChange)
    setProblem(found)
    return found === null
  }
  return { request, isSending, problem, setProblem }
}

function problemOf(result: useRequestEmailChangeMutation['response']['requestEmailChange']): RequestProblem | null {
  switch (result.__typename) {
    case 'RequestEmailChangeSuccess':
      return null
    case 'EmailInUse':
      return { kind: 'inUse' }
    case 'TooManyEmailChanges':
      return { kind: 'tooMany', retryAt: result.retryAt ?? null }
    case 'InvalidEmail':
      return { kind: result.problem === 'UNCHANGED' ? 'unchanged' : 'invalid' }
    case 'MailRefused':
      return { kind: 'refused' }
    case 'RecentSignInRequired':
      return { kind: 'signInAgain' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useAddMethodMutation } from '../../__generated__/useAddMethodMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { forgetTyped, signInAgain, typedBefore } from '../../auth/signInAgain.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { unknownResult } from '../../relay/unknownResult.ts'

const mutation = graphql`
  mutation useAddMethodMutation($input: StartPaymentMethodSetupInput!) {
    startPaymentMethodSetup(input: $input) {
      __typename
      ... on StartPaymentMethodSetupSuccess {
        pageUrl
      }
      ... on PaymentMethodNotAllowed {
        __typename
      }
      ... on TooManyPaymentMethodSetups {
        __typename
      }
      ... on PaymentProviderUnavailable {
        __typename
      }
      ... on RecentSignInRequired {
        __typename
      }
      ... on BusinessAccountBlocked {
        __typename
      }
    }
  }
`

/** Why the page of the payment provider was not opened. */
export type AddFailure = 'failed' | 'providerUnavailable' | 'tooMany' | 'notAllowed' | 'blocked'

/**
 * Adds a payment method: opens the page of the payment provider in this window. If the sign-in is not recent, the
 * customer first signs in again, and comes back to this page, which then continues by itself.
 */
export function useAddMethod() {
  const { locale } = useIntl()
  const { signIn } = useSession()
  const [run] = useAppMutation<useAddMethodMutation>(mutation)
  const [isLeaving, setIsLeaving] = useState(() => wasAdding(signIn))
  const [failure, setFailure] = useState<AddFailure | null>(null)
  const add = async () => {
    setIsLeaving(true)
    setFailure(null)
    finish(await begin())
  }
  const finish = (reason: AddFailure | null) => {
    setFailure(reason)
    setIsLeaving(reason === null)
  }
  /** Leaves the page. Resolves with null while the next page loads, otherwise with the failure. */
  const begin = async (): Promise<AddFailure | null> => {
    const outcome = await run({ variables: { input: { locale } } })
    if (outcome.kind === 'failed') return 'failed'
    const result = outcome.response.startPaymentMethodSetup
    switch (result.__typename) {
      case 'StartPaymentMethodSetupSuccess':
        location.assign(result.pageUrl)
        return null
      case 'RecentSignInRequired':
        return signInAgain(signIn, { action: 'add' }).catch(() => 'failed' as const)
      case 'PaymentProviderUnavailable':
        return 'providerUnavailable'
      case 'TooManyPaymentMethodSetups':
        return 'tooMany'
      case 'PaymentMethodNotAllowed':
        return 'notAllowed'
      case 'BusinessAccountBlocked':
        return 'blocked'
      case '%other':
      default:
        return unknownResult(result).kind
    }
  }
  const resume = useEffectEvent(() => {
    if (!wasAdding(signIn)) return
    forgetTyped()
    void begin().then(finish)
  })
  useEffect(() => resume(), [])
  useEffect(() => {
    // When the customer goes back from the payment provider, the browser may show the page in the state in which it was
    // left.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsLeaving(false)
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  return { add, isLeaving, failure }
}

/** Whether the customer has just signed in again to add a method. */
function wasAdding(signIn: Session['signIn']): boolean {
  return typedBefore(signIn)?.['action'] === 'add'
}

import { useEffect, useEffectEvent, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  PaymentMethodSetupOutcome,
  useSetupOutcomeMutation,
} from '../../__generated__/useSetupOutcomeMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { unknownResult } from '../../relay/unknownResult.ts'

const mutation = graphql`
  mutation useSetupOutcomeMutation($input: CompletePaymentMethodSetupInput!) {
    completePaymentMethodSetup(input: $input) {
      __typename
      ... on CompletePaymentMethodSetupSuccess {
        outcome
      }
      ... on PaymentMethodSetupNotFound {
        __typename
      }
      ... on PaymentProviderUnavailable {
        __typename
      }
    }
  }
`

/** What the page says about a visit to the payment provider. */
export type SetupResult =
  | 'checking'
  | 'failed'
  | 'providerUnavailable'
  | 'notFound'
  | Exclude<PaymentMethodSetupOutcome, '%future added value'>

export interface SetupProgress {
  /** Null if the address names no visit. */
  readonly result: SetupResult | null
  readonly checkAgain: () => void
}

/**
 * Asks for the outcome of the visit to the payment provider that the address of the page names. The request can be
 * repeated, so a reload and the back button show the same outcome again.
 * @param onStored called when the method was stored
 */
export function useSetupOutcome(setup: string | null, onStored: () => void): SetupProgress {
  const [run] = useAppMutation<useSetupOutcomeMutation>(mutation)
  const [answer, setAnswer] = useState<{ readonly setup: string; readonly result: SetupResult } | null>(null)
  const ask = async (asked: string): Promise<SetupResult> => {
    const outcome = await run({ variables: { input: { setup: asked } } })
    return outcome.kind === 'failed' ? 'failed' : resultOf(outcome.response.completePaymentMethodSetup)
  }
  const settle = (asked: string, result: SetupResult) => {
    setAnswer({ setup: asked, result })
    if (result === 'STORED') onStored()
  }
  const begin = useEffectEvent((asked: string) => void ask(asked).then((result) => settle(asked, result)))
  useEffect(() => {
    if (setup !== null) begin(setup)
  }, [setup])
  if (setup === null) return { result: null, checkAgain: () => undefined }
  const checkAgain = () => {
    setAnswer(null)
    void ask(setup).then((result) => settle(setup, result))
  }
  // The answer counts only for its own visit: the address of the page may name another visit by now.
  return { result: answer?.setup === setup ? answer.result : 'checking', checkAgain }
}

type Completed = useSetupOutcomeMutation['response']['completePaymentMethodSetup']

function resultOf(completed: Completed): SetupResult {
  switch (completed.__typename) {
    case 'CompletePaymentMethodSetupSuccess':
      // A newer gateway can send outcomes that this client does not know.
      return completed.outcome && completed.outcome !== '%future added value' ? completed.outcome : 'failed'
    case 'PaymentProviderUnavailable':
      return 'providerUnavailable'
    case 'PaymentMethodSetupNotFound':
      return 'notFound'
    case '%other':
    default:
      return unknownResult(completed).kind
  }
}

import { graphql } from 'react-relay/hooks'
import type { useTestFtpIntegrationMutation } from '../../__generated__/useTestFtpIntegrationMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useTestFtpIntegrationMutation($input: TestFtpIntegrationInput!) {
    testFtpIntegration(input: $input) {
      __typename
      ... on TestFtpIntegrationSuccess {
        test {
          outcome
          httpStatus
          duration
          text
        }
      }
      ... on CallbackNotSet {
        __typename
      }
      ... on TooManyCallbackTests {
        retryAt
      }
      ... on CallbackTestNotOffered {
        __typename
      }
      ... on CustomerChangedMeanwhile {
        customer {
          ...FtpForm_customer
        }
      }
      ... on BusinessAccountBlocked {
        __typename
      }
      ... on BusinessAccountRequired {
        __typename
      }
      ... on CustomerNotFound {
        __typename
      }
    }
  }
`

/** The result of a test. */
export interface CallbackTest {
  readonly outcome: KnownOutcome
  readonly httpStatus: number | null
  /** In ms. */
  readonly duration: number
  readonly text: string | null
}

export type TestOutcome =
  | { readonly kind: 'tested'; readonly test: CallbackTest }
  /** @property retryAt when the next test is possible */
  | { readonly kind: 'tooMany'; readonly retryAt: string }
  /** The retailer's service does not offer the test. */
  | { readonly kind: 'notOffered' }
  /** The integration was changed elsewhere. The page shows it as it is now. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' }

/** The names of the enum `CallbackOutcome` that this client knows. A newer outcome counts as a failed connection. */
const outcomes = [
  'ACCEPTED',
  'REFUSED',
  'REDIRECTED',
  'NO_PUBLIC_ADDRESS',
  'CONNECTION_FAILED',
  'CERTIFICATE_NOT_VALID',
  'TIMED_OUT',
] as const

type KnownOutcome = (typeof outcomes)[number]

/** Sends a sample notice to the saved callback URL. The second value is true while the test runs. */
export function useTestFtpIntegration(): readonly [
  run: (version: string | null) => Promise<TestOutcome>,
  isRunning: boolean,
] {
  const [run, isRunning] = useAppMutation<useTestFtpIntegrationMutation>(mutation)
  const test = async (version: string | null): Promise<TestOutcome> => {
    const outcome = await run({ variables: { input: { version } } })
    return outcome.kind === 'failed' ? { kind: 'failed' } : outcomeOf(outcome.response.testFtpIntegration)
  }
  return [test, isRunning]
}

function outcomeOf(result: useTestFtpIntegrationMutation['response']['testFtpIntegration']): TestOutcome {
  switch (result.__typename) {
    case 'TestFtpIntegrationSuccess': {
      const { outcome, httpStatus, duration, text } = result.test
      const known = outcomes.find((one) => one === outcome) ?? 'CONNECTION_FAILED'
      return { kind: 'tested', test: { outcome: known, httpStatus: httpStatus ?? null, duration, text: text ?? null } }
    }
    case 'TooManyCallbackTests':
      return { kind: 'tooMany', retryAt: result.retryAt }
    case 'CallbackTestNotOffered':
      return { kind: 'notOffered' }
    case 'CallbackNotSet':
    case 'CustomerChangedMeanwhile':
      return { kind: 'changed' }
    case 'CustomerNotFound':
      return { kind: 'gone' }
    case 'BusinessAccountBlocked':
    case 'BusinessAccountRequired':
      return { kind: 'failed' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

import { graphql } from 'react-relay/hooks'
import type { useChangeFtpIntegrationMutation } from '../../__generated__/useChangeFtpIntegrationMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import type { FormRefusal, SaveOutcome } from '../../shared/settings/useSettingsForm.ts'
import { type FtpField, type FtpTexts, callbackFormats, readFtpIntegration } from './readFtpIntegration.ts'

const mutation = graphql`
  mutation useChangeFtpIntegrationMutation($input: ChangeFtpIntegrationInput!) {
    changeFtpIntegration(input: $input) {
      __typename
      ... on ChangeFtpIntegrationSuccess {
        customer {
          ...FtpForm_customer
        }
      }
      ... on InvalidFtpIntegration {
        fields {
          field
          problem
        }
      }
      ... on RecentSignInRequired {
        __typename
      }
      ... on CustomerChangedMeanwhile {
        customer {
          ...readFtpIntegration_customer
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

/** An invalid field. */
export interface FtpProblem {
  readonly field: FtpField
  /** A value of the enum `FtpFieldProblem`. */
  readonly problem: string
}

type Outcome = SaveOutcome<FtpTexts, FtpProblem>

/** The fields of the form, by their names in the enum `FtpFieldName`. */
const fieldNames: Readonly<Record<string, FtpField>> = {
  CALLBACK_URL: 'callbackUrl',
  CALLBACK_FORMAT: 'callbackFormat',
}

/**
 * Saves the FTP integration, if the profile still has the version that the customer saw. An empty callback URL ends the
 * integration.
 */
export function useChangeFtpIntegration(): (texts: FtpTexts, version: string | null) => Promise<Outcome> {
  const [run] = useAppMutation<useChangeFtpIntegrationMutation>(mutation)
  return async (texts, version) => {
    const callbackUrl = texts.callbackUrl.trim() || null
    const format = callbackFormats.find((one) => one === texts.callbackFormat) ?? null
    const callbackFormat = callbackUrl === null ? null : format
    const outcome = await run({ variables: { input: { version, callbackUrl, callbackFormat } } })
    if (outcome.kind === 'failed') return refused({ kind: 'failed', correlationId: outcome.error.correlationId })
    return outcomeOf(outcome.response.changeFtpIntegration)
  }
}

type Result = useChangeFtpIntegrationMutation['response']['changeFtpIntegration']

function refused(refusal: FormRefusal<FtpTexts, FtpProblem>): Outcome {
  return { kind: 'refused', refusal }
}

function outcomeOf(result: Result): Outcome {
  switch (result.__typename) {
    case 'ChangeFtpIntegrationSuccess':
      return { kind: 'saved' }
    case 'InvalidFtpIntegration': {
      const problems = result.fields.flatMap(({ field, problem }): FtpProblem[] => {
        const name = fieldNames[field]
        return name ? [{ field: name, problem }] : []
      })
      return refused(problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'failed', correlationId: '' })
    }
    case 'RecentSignInRequired':
      return refused({ kind: 'signIn' })
    case 'CustomerChangedMeanwhile':
      return refused({ kind: 'changedMeanwhile', current: readFtpIntegration(result.customer) })
    case 'BusinessAccountBlocked':
      return refused({ kind: 'blocked' })
    case 'BusinessAccountRequired':
      return refused({ kind: 'failed', correlationId: '' })
    case 'CustomerNotFound':
      return { kind: 'gone' }
    case '%other':
    default:
      return refused({ ...unknownResult(result), correlationId: '' })
  }
}

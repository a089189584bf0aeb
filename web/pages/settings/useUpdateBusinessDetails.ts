import { graphql } from 'react-relay/hooks'
import type { useUpdateBusinessDetailsMutation } from '../../__generated__/useUpdateBusinessDetailsMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { type DetailProblem, refusedDetails } from '../../shared/settings/refusedDetails.ts'
import type { FormRefusal, SaveOutcome } from '../../shared/settings/useSettingsForm.ts'
import { type BusinessField, type BusinessTexts, readBusinessDetails } from './readBusinessDetails.ts'

const mutation = graphql`
  mutation useUpdateBusinessDetailsMutation($input: UpdateBusinessDetailsInput!) {
    updateBusinessDetails(input: $input) {
      __typename
      ... on UpdateBusinessDetailsSuccess {
        customer {
          ...BusinessDetails_customer
        }
      }
      ... on InvalidCustomerDetails {
        fields {
          field
          problem
        }
      }
      ... on CustomerChangedMeanwhile {
        customer {
          ...readBusinessDetails_customer
          ...BusinessDetails_customer
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

export type BusinessProblem = DetailProblem<BusinessField>

type Outcome = SaveOutcome<BusinessTexts, BusinessProblem>

/** The fields of the form, by their names in the enum `CustomerFieldName`. */
const fieldNames: Readonly<Record<string, BusinessField>> = {
  COMPANY: 'company',
  VAT_ID: 'vatId',
  REGISTRATION_NUMBER: 'registrationNumber',
}

/** Saves the details of the business account, if the profile still has the version that the customer saw. */
export function useUpdateBusinessDetails(): (texts: BusinessTexts, version: string | null) => Promise<Outcome> {
  const [run] = useAppMutation<useUpdateBusinessDetailsMutation>(mutation)
  return async ({ company, vatId, registrationNumber }, version) => {
    const details = { company, vatId, registrationNumber: registrationNumber.trim() || null }
    const outcome = await run({ variables: { input: { version, ...details } } })
    if (outcome.kind === 'failed') return refused({ kind: 'failed', correlationId: outcome.error.correlationId })
    return outcomeOf(outcome.response.updateBusinessDetails)
  }
}

type Result = useUpdateBusinessDetailsMutation['response']['updateBusinessDetails']

function refused(refusal: FormRefusal<BusinessTexts, BusinessProblem>): Outcome {
  return { kind: 'refused', refusal }
}

function outcomeOf(result: Result): Outcome {
  switch (result.__typename) {
    case 'UpdateBusinessDetailsSuccess':
      return { kind: 'saved' }
    case 'InvalidCustomerDetails': {
      const problems = refusedDetails(result.fields, fieldNames)
      return refused(problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'failed', correlationId: '' })
    }
    case 'CustomerChangedMeanwhile':
      return refused({ kind: 'changedMeanwhile', current: readBusinessDetails(result.customer) })
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

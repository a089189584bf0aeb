import { graphql } from 'react-relay/hooks'
import type { useUpdatePersonalDetailsMutation } from '../../__generated__/useUpdatePersonalDetailsMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { type DetailProblem, refusedDetails } from '../../shared/settings/refusedDetails.ts'
import type { FormRefusal, SaveOutcome } from '../../shared/settings/useSettingsForm.ts'
import { type PersonalField, type PersonalTexts, readPersonalDetails } from './readPersonalDetails.ts'

const mutation = graphql`
  mutation useUpdatePersonalDetailsMutation($input: UpdatePersonalDetailsInput!) {
    updatePersonalDetails(input: $input) {
      __typename
      ... on UpdatePersonalDetailsSuccess {
        customer {
          ...PersonalDetailsForm_customer
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
          ...readPersonalDetails_customer
          ...PersonalDetailsForm_customer
        }
      }
      ... on BusinessAccountBlocked {
        __typename
      }
      ... on CustomerNotFound {
        __typename
      }
    }
  }
`

export type PersonalProblem = DetailProblem<PersonalField>

type Outcome = SaveOutcome<PersonalTexts, PersonalProblem>

/** The fields of the form, by their names in the enum `CustomerFieldName`. */
const fieldNames: Readonly<Record<string, PersonalField>> = {
  FIRST_NAME: 'firstName',
  LAST_NAME: 'lastName',
  PHONE: 'phone',
  DATE_OF_BIRTH: 'dateOfBirth',
  LOCALE: 'locale',
}

/** Saves the personal details, if the profile still has the version that the customer saw. */
export function useUpdatePersonalDetails(): (texts: PersonalTexts, version: string | null) => Promise<Outcome> {
  const [run] = useAppMutation<useUpdatePersonalDetailsMutation>(mutation)
  return async ({ firstName, lastName, phone, dateOfBirth, locale }, version) => {
    const details = {
      firstName,
      lastName,
      phone: phone.trim() || null,
      dateOfBirth: dateOfBirth || null,
      locale: locale || null,
    }
    const outcome = await run({ variables: { input: { version, ...details } } })
    if (outcome.kind === 'failed') return refused({ kind: 'failed', correlationId: outcome.error.correlationId })
    return outcomeOf(outcome.response.updatePersonalDetails)
  }
}

type Result = useUpdatePersonalDetailsMutation['response']['updatePersonalDetails']

function refused(refusal: FormRefusal<PersonalTexts, PersonalProblem>): Outcome {
  return { kind: 'refused', refusal }
}

function outcomeOf(result: Result): Outcome {
  switch (result.__typename) {
    case 'UpdatePersonalDetailsSuccess':
      return { kind: 'saved' }
    case 'InvalidCustomerDetails': {
      const problems = refusedDetails(result.fields, fieldNames)
      return refused(problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'failed', correlationId: '' })
    }
    case 'CustomerChangedMeanwhile':
      return refused({ kind: 'changedMeanwhile', current: readPersonalDetails(result.customer) })
    case 'BusinessAccountBlocked':
      return refused({ kind: 'blocked' })
    case 'CustomerNotFound':
      return { kind: 'gone' }
    case '%other':
    default:
      return refused({ ...unknownResult(result), correlationId: '' })
  }
}

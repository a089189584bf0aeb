import { graphql } from 'react-relay/hooks'
import { useIntl } from 'react-intl'
import { cleanAddress } from '../../../schema/rules/postalAddress.ts'
import type { useAddAddressMutation } from '../../__generated__/useAddAddressMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import type { AddressTexts } from '../../shared/address/addressTexts.ts'
import type { FieldProblem } from '../../shared/address/formProblems.ts'
import { refusedFields } from '../../shared/address/refusedFields.ts'
import type { FormRefusal, SaveOutcome } from '../../shared/settings/useSettingsForm.ts'
import { inputOf } from './inputOf.ts'

const mutation = graphql`
  mutation useAddAddressMutation($input: AddAddressInput!) {
    addAddress(input: $input) {
      __typename
      ... on AddAddressSuccess {
        customer {
          ...AddressesList_customer
        }
      }
      ... on InvalidAddress {
        fields {
          field
          problem
        }
      }
      ... on TooManyAddresses {
        __typename
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

/** The form of a new address. */
export interface NewAddress {
  readonly address: AddressTexts
  readonly isDefault: boolean
  /** A repeated request with this id adds no second address. */
  readonly requestId: string
}

type Outcome = SaveOutcome<NewAddress, FieldProblem>

/** Adds an address to the address book. */
export function useAddAddress(): (texts: NewAddress) => Promise<Outcome> {
  const { formatMessage } = useIntl()
  const [run] = useAppMutation<useAddAddressMutation>(mutation)
  return async ({ address, isDefault, requestId }) => {
    const input = { address: inputOf(cleanAddress(address)), isDefault, requestId }
    const outcome = await run({ variables: { input } })
    if (outcome.kind === 'failed') return refused({ kind: 'failed', correlationId: outcome.error.correlationId })
    return outcomeOf(outcome.response.addAddress, formatMessage({ id: 'addresses.tooMany' }))
  }
}

type Result = useAddAddressMutation['response']['addAddress']

function refused(refusal: FormRefusal<NewAddress, FieldProblem>): Outcome {
  return { kind: 'refused', refusal }
}

function outcomeOf(result: Result, tooMany: string): Outcome {
  switch (result.__typename) {
    case 'AddAddressSuccess':
      return { kind: 'saved' }
    case 'InvalidAddress': {
      const problems = refusedFields(result.fields)
      return refused(problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'failed', correlationId: '' })
    }
    case 'TooManyAddresses':
      return refused({ kind: 'other', text: tooMany })
    case 'BusinessAccountBlocked':
      return refused({ kind: 'blocked' })
    case 'CustomerNotFound':
      return { kind: 'gone' }
    case '%other':
    default:
      return refused({ ...unknownResult(result), correlationId: '' })
  }
}

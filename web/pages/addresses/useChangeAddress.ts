import { graphql } from 'react-relay/hooks'
import { cleanAddress } from '../../../schema/rules/postalAddress.ts'
import type { useChangeAddressMutation } from '../../__generated__/useChangeAddressMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import type { AddressTexts } from '../../shared/address/addressTexts.ts'
import type { FieldProblem } from '../../shared/address/formProblems.ts'
import { refusedFields } from '../../shared/address/refusedFields.ts'
import type { FormRefusal, SaveOutcome } from '../../shared/settings/useSettingsForm.ts'
import { inputOf } from './inputOf.ts'
import { readSavedAddress } from './readSavedAddress.ts'

const mutation = graphql`
  mutation useChangeAddressMutation($input: ChangeAddressInput!) {
    changeAddress(input: $input) {
      __typename
      ... on ChangeAddressSuccess {
        address {
          ...readSavedAddress_address
          ...AddressListItem_address
        }
      }
      ... on AddressNotFound {
        __typename
      }
      ... on InvalidAddress {
        fields {
          field
          problem
        }
      }
      ... on AddressChangedMeanwhile {
        address {
          ...readSavedAddress_address
          ...AddressListItem_address
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

type Outcome = SaveOutcome<AddressTexts, FieldProblem>

/** Changes an address, if it still has the version that the customer saw. @param gone the text for a deleted address */
export function useChangeAddress(
  addressId: string,
  gone: string,
): (texts: AddressTexts, version: string | null) => Promise<Outcome> {
  const [run] = useAppMutation<useChangeAddressMutation>(mutation)
  return async (texts, version) => {
    const outcome = await run({ variables: { input: { addressId, version, address: inputOf(cleanAddress(texts)) } } })
    if (outcome.kind === 'failed') return refused({ kind: 'failed', correlationId: outcome.error.correlationId })
    return outcomeOf(outcome.response.changeAddress, gone)
  }
}

type Result = useChangeAddressMutation['response']['changeAddress']

function refused(refusal: FormRefusal<AddressTexts, FieldProblem>): Outcome {
  return { kind: 'refused', refusal }
}

function outcomeOf(result: Result, gone: string): Outcome {
  switch (result.__typename) {
    case 'ChangeAddressSuccess':
      return { kind: 'saved' }
    case 'AddressNotFound':
      return refused({ kind: 'other', text: gone })
    case 'InvalidAddress': {
      const problems = refusedFields(result.fields)
      return refused(problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'failed', correlationId: '' })
    }
    case 'AddressChangedMeanwhile':
      return refused({ kind: 'changedMeanwhile', current: readSavedAddress(result.address) })
    case 'BusinessAccountBlocked':
      return refused({ kind: 'blocked' })
    case 'CustomerNotFound':
      return { kind: 'gone' }
    case '%other':
    default:
      return refused({ ...unknownResult(result), correlationId: '' })
  }
}

import { graphql } from 'react-relay/hooks'
import type { restoreAddressMutation } from '../../__generated__/restoreAddressMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import { showToast } from '../../ui/toasts.ts'

const mutation = graphql`
  mutation restoreAddressMutation($input: RestoreAddressInput!) {
    restoreAddress(input: $input) {
      __typename
      ... on RestoreAddressSuccess {
        address {
          ...AddressListItem_address
        }
        customer {
          ...AddressesList_customer
        }
      }
      ... on AddressNotFound {
        __typename
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

/** The messages of refusals. A retry would be refused again, so these messages offer no retry. */
const refusals: Partial<Record<string, string>> = {
  AddressNotFound: 'addresses.restoreGone',
  TooManyAddresses: 'addresses.tooMany',
  BusinessAccountBlocked: 'settings.refused.blocked',
}

/** Restores a deleted address, whatever page is open. A toast shows the result, with a retry after a failure. */
export async function restoreAddress(session: Session, addressId: string): Promise<void> {
  const { environment, intl } = session
  const outcome = await runMutation<restoreAddressMutation>(environment, mutation, {
    variables: { input: { addressId } },
  })
  const kind = outcome.kind === 'answered' ? outcome.response.restoreAddress.__typename : ''
  const text = (id: string) => intl.formatMessage({ id })
  if (kind === 'RestoreAddressSuccess') {
    showToast({ kind: 'info', message: text('addresses.restored'), timeout: 5_000 })
    return
  }
  const refusal = refusals[kind]
  const retry = { label: text('common.retry'), onPress: () => void restoreAddress(session, addressId) }
  showToast({
    kind: 'error',
    message: text(refusal ?? 'addresses.restoreFailed'),
    ...(refusal === undefined && { action: retry }),
  })
}

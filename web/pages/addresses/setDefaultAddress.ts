import { graphql } from 'react-relay/hooks'
import type { setDefaultAddressMutation } from '../../__generated__/setDefaultAddressMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import { showToast } from '../../ui/toasts.ts'

const mutation = graphql`
  mutation setDefaultAddressMutation($input: SetDefaultAddressInput!) {
    setDefaultAddress(input: $input) {
      __typename
      ... on SetDefaultAddressSuccess {
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
      ... on BusinessAccountBlocked {
        __typename
      }
      ... on CustomerNotFound {
        __typename
      }
    }
  }
`

/** Makes an address the default one, which comes first in the list. A toast shows the result. */
export async function setDefaultAddress({ environment, intl }: Session, addressId: string): Promise<void> {
  const outcome = await runMutation<setDefaultAddressMutation>(environment, mutation, {
    variables: { input: { addressId } },
    // An updater instead of @deleteRecord, because AddressNotFound has no id.
    updater: (store, response) => {
      if (response?.setDefaultAddress.__typename === 'AddressNotFound') store.delete(addressId)
    },
  })
  const kind = outcome.kind === 'answered' ? outcome.response.setDefaultAddress.__typename : ''
  const text = (id: string) => intl.formatMessage({ id })
  if (kind === 'SetDefaultAddressSuccess') {
    showToast({ kind: 'success', message: text('addresses.defaultChanged'), timeout: 5_000 })
  } else if (kind === 'AddressNotFound') {
    showToast({ kind: 'error', message: text('addresses.gone') })
  } else {
    const isBlocked = kind === 'BusinessAccountBlocked'
    showToast({ kind: 'error', message: text(isBlocked ? 'settings.refused.blocked' : 'settings.refused.failed') })
  }
}

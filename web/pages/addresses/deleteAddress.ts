import { graphql } from 'react-relay/hooks'
import type { deleteAddressMutation } from '../../__generated__/deleteAddressMutation.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { runMutation } from '../../relay/useAppMutation.ts'
import { showToast } from '../../ui/toasts.ts'
import { restoreAddress } from './restoreAddress.ts'

const mutation = graphql`
  mutation deleteAddressMutation($input: DeleteAddressInput!) {
    deleteAddress(input: $input) {
      __typename
      ... on DeleteAddressSuccess {
        canRestore
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

/**
 * Deletes an address, which leaves the list at once. A toast then offers Undo, if the service can restore addresses. An
 * address that was already deleted elsewhere counts as deleted. After a failure, the address is back in the list.
 */
export async function deleteAddress(session: Session, addressId: string): Promise<void> {
  const { environment, intl } = session
  const outcome = await runMutation<deleteAddressMutation>(environment, mutation, {
    variables: { input: { addressId } },
    optimisticUpdater: (store) => store.delete(addressId),
    // An updater instead of @deleteRecord, because AddressNotFound has no id.
    updater: (store, response) => {
      if (isGone(response?.deleteAddress.__typename)) store.delete(addressId)
    },
  })
  const result = outcome.kind === 'answered' ? outcome.response.deleteAddress : null
  if (!isGone(result?.__typename)) {
    const isBlocked = result?.__typename === 'BusinessAccountBlocked'
    const message = intl.formatMessage({ id: isBlocked ? 'settings.refused.blocked' : 'addresses.deleteFailed' })
    showToast({ kind: 'error', message })
    return
  }
  const canRestore = result?.__typename === 'DeleteAddressSuccess' && result.canRestore
  showToast({
    kind: 'success',
    message: intl.formatMessage({ id: 'addresses.deleted' }),
    ...(canRestore && {
      action: {
        label: intl.formatMessage({ id: 'tasks.undo' }),
        onPress: () => void restoreAddress(session, addressId),
      },
    }),
  })
}

function isGone(kind: string | undefined): boolean {
  return kind === 'DeleteAddressSuccess' || kind === 'AddressNotFound'
}

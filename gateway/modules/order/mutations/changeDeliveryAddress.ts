import {
  addressFields,
  addressProblems,
  type CleanAddress,
  cleanAddress,
} from '../../../../schema/rules/postalAddress.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { AddressRefusal } from '../../../upstream/orders/ordersClient.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { addressAvailability } from '../availability.ts'
import type { OrderModel } from '../models.ts'
import { invalidAddress, orderNotFound } from '../../shared/orderRefusals.ts'
import { checkVersion } from '../../shared/versions.ts'

/** Resolves `Mutation.changeDeliveryAddress`. */
export const changeDeliveryAddress: NonNullable<MutationResolvers['changeDeliveryAddress']> = async (
  _root,
  { input },
  { viewer, orders },
) => {
  if (!viewer) throw unauthenticated()
  const version = checkVersion(input.version)
  const problems = addressProblems(input.address)
  if (problems.length > 0) return invalidAddress(problems)
  const code = keyOf('Order', input.orderId)
  if (code === null) return orderNotFound
  const address = cleanAddress(input.address)
  const refusal = await verifyIfLost(orders.changeAddress(code, version, address), async () => {
    const current = await orders.find(code)
    return current && hasAddress(current, address) ? null : undefined
  })
  if (refusal === 'invalid') return invalidAddress([])
  if (refusal === 'notFound') return orderNotFound
  const order = await orders.find(code)
  if (!order) return orderNotFound
  if (refusal === null) return { __typename: 'ChangeDeliveryAddressSuccess', order }
  return refusedResult(refusal, order, address)
}

function hasAddress({ deliveryAddress }: OrderModel, address: CleanAddress): boolean {
  return addressFields.every((field) => (deliveryAddress?.[field] ?? null) === address[field])
}

/** Maps a refusal to a result. The service does not send the reason, so the state of the order decides. */
function refusedResult(
  refusal: Exclude<AddressRefusal, 'notFound' | 'invalid'>,
  order: OrderModel,
  { country }: CleanAddress,
) {
  const { isAllowed } = addressAvailability(order)
  // If the changed order no longer allows another address, report only that, because a retry would be refused, too.
  if (refusal === 'changedMeanwhile' && isAllowed) {
    const message = 'The order has changed since it was read. Show the order as it is now.'
    return { __typename: 'OrderChangedMeanwhile', code: 'ORDER_CHANGED', message, order } as const
  }
  if (isAllowed && country !== order.deliveryAddress?.country) {
    const message = 'The delivery to this country has another price.'
    return { __typename: 'DeliveryPriceChanges', code: 'DELIVERY_PRICE_CHANGES', message, order } as const
  }
  const message = 'The delivery address can no longer be changed.'
  return { __typename: 'AddressChangeClosed', code: 'ADDRESS_CHANGE_CLOSED', message, order } as const
}

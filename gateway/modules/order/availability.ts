import { instantOf } from '../../instants.ts'
import type { WireReorderStatus } from '../../upstream/orders/wire.ts'
import type { UnavailableReason } from '../../__generated__/resolvers.ts'
import { customerStatusOf } from './customerStatus.ts'
import type { OrderModel } from './models.ts'
import { nameIn, unavailableReasons } from './names.ts'

/** Whether something can be done, and if not, why not. */
export interface Available {
  readonly isAllowed: boolean
  readonly reason: UnavailableReason | null
  readonly until: string | null
}

/** Whether the delivery address can be changed. A service that does not say this is assumed to allow it as ours does. */
export function addressAvailability({ addressChange, ...order }: OrderModel): Available {
  if (addressChange) {
    const { isAllowed, reason, until } = addressChange
    return { isAllowed, reason: nameIn(unavailableReasons, reason), until: instantOf(until) }
  }
  const reason = addressRefusal(order)
  return { isAllowed: reason === null, reason, until: null }
}

function addressRefusal({ status, deliveryType }: Pick<OrderModel, 'status' | 'deliveryType'>) {
  const shown = customerStatusOf(status)
  if (shown === 'CANCELLED') return 'ORDER_CANCELLED'
  if (deliveryType === 'PickupPoint') return 'PICKUP_POINT'
  return shown === 'AWAITING_PAYMENT' || shown === 'ORDERED' ? null : 'PRODUCTION_STARTED'
}

/** Whether an order can be ordered again, by the service's answer. Null: the order is gone. */
export function reorderAvailability(status: Pick<WireReorderStatus, 'status' | 'reason'> | null): Available {
  const isAllowed = status?.status === 'Available'
  return { isAllowed, reason: isAllowed ? null : nameIn(unavailableReasons, status?.reason), until: null }
}

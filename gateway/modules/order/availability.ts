import { instantOf } from '../../instants.ts'
import type { WireReorderStatus } from '../../upstream/orders/wire.ts'
import type { OrderStatus, UnavailableReason } from '../../__generated__/resolvers.ts'
import { customerStatusOf } from './customerStatus.ts'
import type { OrderModel } from './models.ts'
import { nameIn, unavailableReasons } from './names.ts'

/** Whether something can be done, and if not, why not. */
export interface Available {
  readonly isAllowed: boolean
  readonly reason: UnavailableReason | null
  readonly until: string | null
}

/** Whether the delivery address can be changed. By default, the rules of our own service apply. */
export function addressAvailability(order: OrderModel): Available {
  const { addressChange } = order
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

/** Whether an order can be ordered again, by the service's answer. Null if the order no longer exists. */
export function reorderAvailability(status: Pick<WireReorderStatus, 'status' | 'reason'> | null): Available {
  const isAllowed = status?.status === 'Available'
  return { isAllowed, reason: isAllowed ? null : nameIn(unavailableReasons, status?.reason), until: null }
}

/** Whether an order in this state can be ordered again. Used only if the service does not say. */
export function assumedReorder(status: string): Available {
  const reason = reorderRefusals.get(customerStatusOf(status)) ?? null
  return { isAllowed: reason === null, reason, until: null }
}

const reorderRefusals: ReadonlyMap<OrderStatus | null, UnavailableReason> = new Map([
  ['AWAITING_PAYMENT', 'ORDER_UNPAID'],
  ['CANCELLED', 'ORDER_CANCELLED'],
])

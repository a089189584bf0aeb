import type { OrderStatus } from '../../__generated__/resolvers.ts'

/** The internal states of the specification, and what customers see of them. */
const statuses = new Map<string, OrderStatus>([
  ['Received', 'AWAITING_PAYMENT'],
  ['Confirmed', 'ORDERED'],
  ['ProductionStarted', 'IN_PRODUCTION'],
  ['ProductionCompleted', 'IN_PRODUCTION'],
  ['Dispatched', 'SENT'],
  ['Cancelled', 'CANCELLED'],
])

/** What customers see of an internal state; null for a state that the specification does not have. */
export function customerStatusOf(status: string | null): OrderStatus | null {
  return (status !== null && statuses.get(status)) || null
}

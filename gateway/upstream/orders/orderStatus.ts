/** What customers see of an order's state. */
export type CustomerStatus = 'AWAITING_PAYMENT' | 'ORDERED' | 'IN_PRODUCTION' | 'SENT' | 'CANCELLED'

/** The internal states of the specification, and what customers see of them. */
const statuses = new Map<string, CustomerStatus>([
  ['Received', 'AWAITING_PAYMENT'],
  ['Confirmed', 'ORDERED'],
  ['ProductionStarted', 'IN_PRODUCTION'],
  ['ProductionCompleted', 'IN_PRODUCTION'],
  ['Dispatched', 'SENT'],
  ['Cancelled', 'CANCELLED'],
])

/** What customers see of an internal state; null for a state that the specification does not have. */
export function customerStatusOf(status: string): CustomerStatus | null {
  return statuses.get(status) ?? null
}

const dayMilliseconds = 86_400_000

/**
 * An order is no longer in progress this many days after it was placed. The specification defines this number and the
 * next one.
 */
export const daysInProgress = 30
/** A dispatched order is no longer in progress this many days after its payment changed. */
export const daysAfterPayment = 14

/** The facts of an order that decide in which list it is. Times are in ms since 1970. */
export interface ListedOrder {
  readonly placedAt: number
  readonly isDispatched: boolean
  /** Null if it is not known. A dispatched order then stays in progress for `daysInProgress` days. */
  readonly paymentChangedAt: number | null
}

/** The times (ms since 1970) that divide the list of orders in progress from the history. */
export interface ListLimits {
  /** Orders placed earlier are history. */
  readonly placedSince: number
  /** Dispatched orders whose payment changed earlier are history. */
  readonly paymentChangedSince: number
}

/**
 * Returns the limits that apply at this time.
 * @param now ms since 1970
 */
export function listLimitsAt(now: number): ListLimits {
  return {
    placedSince: now - daysInProgress * dayMilliseconds,
    paymentChangedSince: now - daysAfterPayment * dayMilliseconds,
  }
}

/** Whether an order is in progress. All others are history. */
export function isInProgress({ placedAt, isDispatched, paymentChangedAt }: ListedOrder, limits: ListLimits): boolean {
  if (placedAt < limits.placedSince) return false
  return !isDispatched || paymentChangedAt === null || paymentChangedAt >= limits.paymentChangedSince
}

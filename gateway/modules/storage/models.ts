/** The source object of the `StorageStatus` resolvers. Dates are ISO 8601 in UTC. */
export interface StorageStatusModel {
  readonly status: 'SAFE' | 'WARNING' | 'CRITICAL'
  readonly deletionDate: string
  readonly daysRemaining: number
  readonly monthsRemaining: number
  readonly orderByDate: string
  readonly isEstimate: boolean
  readonly delayedDeletionDate: string | null
  readonly projectedDeletionDate: string
  readonly lastOrderDate: string | null
  readonly registrationDate: string
  readonly projectCount: number
}

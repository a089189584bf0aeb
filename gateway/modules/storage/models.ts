import type { StorageStatusLevel } from '../../__generated__/resolvers.ts'

/** The source object of the `StorageStatus` resolvers. Dates are ISO 8601 in UTC. */
export interface StorageModel {
  readonly status: StorageStatusLevel
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

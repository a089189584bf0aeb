import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CustomersClient } from '../../upstream/customers/customersClient.ts'
import type { WireAccountInformation } from '../../upstream/customers/wire.ts'
import { timeOf } from '../../instants.ts'
import type { PhotoLibraryResolvers, StorageStatusLevel } from '../../__generated__/resolvers.ts'
import { addMonths, dayBefore, daysBetween, monthsBetween } from '../shared/calendar.ts'
import type { StorageStatusModel } from './models.ts'

/** Minimum number of remaining months for SAFE and for WARNING. */
const [safeMonths, warningMonths] = [3, 1]
/**
 * The estimate in months if the service does not give a valid date: registered 16 months ago, so 2 of 18 months remain.
 */
const [assumedAge, assumedRemaining] = [16, 2]

/** Resolves the storage field of `PhotoLibrary`. */
export const PhotoLibrary: Pick<PhotoLibraryResolvers, 'storage'> = {
  storage: async (_library, _args, { customers, now }) => {
    const time = now()
    const known = await findAccountInformation(customers)
    return statusOf(known ?? assumedAt(time), time, known === null)
  },
}

/** Returns null when the service fails, or sends a date that cannot be parsed. */
async function findAccountInformation(customers: CustomersClient): Promise<WireAccountInformation | null> {
  try {
    const information = await customers.getAccountInformation()
    return datesOf(information).some((date) => Number.isNaN(timeOf(date))) ? null : information
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}

function statusOf(information: WireAccountInformation, now: number, isEstimate: boolean): StorageStatusModel {
  const { delayedDeletionDate, lastOrderDate, projectedDeletionDate, registrationDate, projectCount } = information
  const deletion = timeOf(delayedDeletionDate ?? projectedDeletionDate)
  const daysRemaining = Math.max(0, daysBetween(now, deletion))
  const monthsRemaining = monthsBetween(now, deletion)
  return {
    status: levelOf(monthsRemaining),
    deletionDate: textOf(deletion),
    daysRemaining,
    monthsRemaining,
    orderByDate: textOf(daysRemaining > 0 ? dayBefore(deletion) : deletion),
    isEstimate,
    delayedDeletionDate: orNull(delayedDeletionDate),
    projectedDeletionDate: textOf(timeOf(projectedDeletionDate)),
    lastOrderDate: orNull(lastOrderDate),
    registrationDate: textOf(timeOf(registrationDate)),
    projectCount,
  }
}

function assumedAt(now: number): WireAccountInformation {
  return {
    projectCount: 0,
    projectedDeletionDate: textOf(addMonths(now, assumedRemaining)),
    registrationDate: textOf(addMonths(now, -assumedAge)),
  }
}

function levelOf(months: number): StorageStatusLevel {
  if (months >= safeMonths) return 'SAFE'
  return months >= warningMonths ? 'WARNING' : 'CRITICAL'
}

function datesOf(information: WireAccountInformation): string[] {
  const { delayedDeletionDate, lastOrderDate, projectedDeletionDate, registrationDate } = information
  return [delayedDeletionDate, lastOrderDate, projectedDeletionDate, registrationDate].filter(
    (date) => typeof date === 'string',
  )
}

function textOf(time: number): string {
  return new Date(time).toISOString()
}

function orNull(date: string | null | undefined): string | null {
  return typeof date === 'string' ? textOf(timeOf(date)) : null
}

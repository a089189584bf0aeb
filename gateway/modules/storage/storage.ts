import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CustomersClient } from '../../upstream/customers/customersClient.ts'
import type { WireAccountInformation } from '../../upstream/customers/wire.ts'
import { timeOf } from '../../upstream/times.ts'
import type { PhotoLibraryResolvers, StorageStatusLevel } from '../../__generated__/resolvers.ts'
import { addMonths, dayBefore, daysBetween, monthsBetween } from './calendar.ts'
import type { StorageModel } from './models.ts'

/** Months from which on nothing is to be feared, and below which it is urgent. */
const [safeMonths, warningMonths] = [3, 1]
/** What is assumed when nobody can be asked: registered 16 months ago, and so 2 months are left. */
const [assumedAge, assumedRest] = [16, 2]

/** What `PhotoLibrary` has of how long photos are kept. */
export const libraryStorage: Pick<PhotoLibraryResolvers, 'storage'> = {
  storage: async (_library, _args, { customers, now }) => {
    const time = now()
    const known = await orNothing(customers)
    return statusOf(known ?? assumedAt(time), time, known === null)
  },
}

async function orNothing(customers: CustomersClient): Promise<WireAccountInformation | null> {
  try {
    const information = await customers.getAccountInformation()
    return datesOf(information).some((date) => Number.isNaN(timeOf(date))) ? null : information
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}

function statusOf(information: WireAccountInformation, now: number, isEstimate: boolean): StorageModel {
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
    projectedDeletionDate: textOf(addMonths(now, assumedRest)),
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

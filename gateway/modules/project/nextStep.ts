import { timeOf } from '../../instants.ts'
import { monthsBetween } from '../shared/calendar.ts'
import type { ProjectNextStep, ProjectState } from '../../__generated__/resolvers.ts'

/** With at least this number of remaining months, `StorageStatus` is SAFE. */
const safeMonths = 3

/**
 * What the customer should do, so that a project can be printed.
 * @param printableUntil the last day on which its photos are kept; null if it has no photos, or the day is unknown
 * @param now ms since 1970
 */
export function nextStepOf(state: ProjectState, printableUntil: string | null, now: number): ProjectNextStep {
  if (state === 'DELETED') return 'RESTORE'
  if (state === 'PHOTOS_MISSING') return 'REPLACE_PHOTOS'
  if (printableUntil === null) return 'CONTINUE'
  return monthsBetween(now, timeOf(printableUntil)) >= safeMonths ? 'CONTINUE' : 'ORDER_SOON'
}
